import 'server-only'
import type { FollowReason } from '../post/follow-levels'
import { viewerClient } from '../supabase/server'

export type LoggedMail = Awaited<ReturnType<typeof listMails>>['mails'][number]

const pageSize = 50

/** The states of all emails; null if there are more than a page of them. */
export async function listMailStates(): Promise<string[] | null> {
  const { mails, next } = await listMails(null, null)
  return next === null ? mails.map((mail) => mail.state) : null
}

/** The emails that wait for another attempt; null if none do. */
export async function getDelayedMails() {
  const { data } = await (await viewerClient()).rpc('admin_delayed_mails').maybeSingle().throwOnError()
  return data && { count: data.mails, outcome: data.outcome }
}

export async function listMails(state: string | null, before: number | null) {
  const client = await viewerClient()
  const { data } = await client
    .rpc('admin_mails', {
      only_state: state ?? undefined,
      before_mail: before ?? undefined,
      max_rows: pageSize + 1,
    })
    .throwOnError()
  const mails = data.slice(0, pageSize).map((row) => ({
    id: row.id,
    kind: row.kind,
    reader: row.reader as string | null,
    postTitle: row.post_title as string | null,
    reasons: row.reasons as FollowReason[],
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome as string | null,
    createdAt: row.created_at,
    isDelayed: row.state === 'ready' && row.outcome !== null,
    isBusy:
      ['claimed', 'sending'].includes(row.state) ||
      (row.state === 'ready' && Date.parse(row.due_at) <= Date.now()),
  }))
  return { mails, next: data.length > pageSize ? mails[mails.length - 1]!.id : null }
}
