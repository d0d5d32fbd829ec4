import { shownName } from '../words/shown-name'
import 'server-only'
import { postAddress } from '../post/address'
import { env } from '../env'
import type { ApprovalMode } from '../post/dashboard-choices'
import { type ViewerClient, viewerClient } from '../supabase/server'
import { markdownText } from '../text/markdown-text'
import { plainText } from '../text/plain-text'
import { listImages } from './images'
import { readOwn } from './read-own'

type Owner = Record<'post_id' | 'comment_id', number | null>

/** Returns what finds the images of a row: those of its comment or, if it has none, of its post. */
async function listImagesOf(rows: Owner[], client: ViewerClient) {
  const idsOf = (owner: keyof Owner) => rows.flatMap((row) => row[owner] ?? [])
  const [ofPosts, ofComments] = await Promise.all([
    listImages('post_id', idsOf('post_id'), client),
    listImages('comment_id', idsOf('comment_id'), client),
  ])
  return ({ post_id, comment_id }: Owner) => ofPosts.get(post_id!) ?? ofComments.get(comment_id!) ?? []
}

/** What an approval hands back, so that nothing is approved that changed since. */
const seenIn = ({ version }: { version: string | null }) => (version === null ? undefined : [version])

export type ReportedThing = Awaited<ReturnType<typeof listReports>>['things'][number]

type Told = { reporter: string; reason: string; created_at: string; is_trusted: boolean }

export async function listReports() {
  const client = await viewerClient()
  const { data } = await client.rpc('admin_reports', {}).throwOnError()
  const imagesOf = await listImagesOf(data, client)
  const things = data.map((row) => ({
    key: row.comment_id ? `comment-${row.comment_id}` : `post-${row.post_id}`,
    postId: row.post_id as number | null,
    commentId: row.comment_id as number | null,
    title: row.title,
    text: row.body,
    images: imagesOf(row),
    address: postAddress({ categorySlug: row.category_slug, slug: row.slug }),
    author: (row.author_id as string | null) && {
      id: row.author_id,
      name: shownName(row.author_name),
      since: row.author_since,
      hasAccount: row.author_has_account,
      isTeam: row.author_is_team,
    },
    since: row.since,
    /** Why it is already hidden; null while everyone can see it. */
    cause: row.cause as 'team' | 'block' | 'reports' | 'approval' | null,
    seen: seenIn(row),
    reports: (row.reports as Told[]).map(({ reporter, reason, is_trusted }) => ({
      reporter,
      reason,
      isTrusted: is_trusted,
    })),
  }))
  return { things, total: data[0]?.total ?? 0 }
}

export async function getModeration() {
  const { data } = await (await viewerClient()).rpc('moderation_settings').single().throwOnError()
  return {
    approval: data.approval as ApprovalMode,
    trustedDays: data.trusted_days,
    reportsToHide: data.reports_to_hide,
  }
}

export async function listOwnReports() {
  const rows = await readOwn((client) => client.rpc('my_reports', {}))
  return rows.map((row) => ({
    id: row.id,
    isComment: row.is_comment,
    title: row.title as string | null,
    address: (row.slug as string | null) && postAddress({ categorySlug: row.category_slug, slug: row.slug }),
    outcome: row.outcome,
    settledAt: row.settled_at,
    isRead: row.is_read,
  }))
}

export async function listWaiting() {
  const rows = await readOwn((client) => client.rpc('my_waiting'))
  const imagesOf = await listImagesOf(rows, await viewerClient())
  return rows.map((row) => ({
    key: `${row.post_id} ${row.comment_id}`,
    id: (row.comment_id as number | null) ?? row.post_id,
    isComment: (row.comment_id as number | null) !== null,
    images: imagesOf(row),
    title: row.title,
    text: plainText(row.body, 300),
    createdAt: row.created_at,
    /** Of the post that a comment is on. A post that awaits approval has no page yet. */
    address: postAddress({ categorySlug: row.category_slug, slug: row.slug }),
  }))
}

export type HiddenThing = Awaited<ReturnType<typeof listHidden>>['things'][number]

const pageSize = 50

export async function listHidden(before: number | null) {
  const client = await viewerClient()
  const { data } = await client
    .rpc('admin_hidden', { before_id: before ?? undefined, max_rows: pageSize + 1 })
    .throwOnError()
  const imagesOf = await listImagesOf(data, client)
  const things = data.slice(0, pageSize).map((row) => ({
    id: row.id,
    cause: row.cause,
    reason: row.reason,
    hiddenAt: row.hidden_at,
    hiddenBy: shownName(row.hidden_by as string | null),
    postId: row.post_id as number | null,
    commentId: row.comment_id as number | null,
    title: row.title,
    text: markdownText(row.body, env.SITE_URL),
    images: imagesOf(row),
    seen: seenIn(row),
    author: (row.author_id as string | null) && { id: row.author_id, name: shownName(row.author_name) },
  }))
  return { things, next: data.length > pageSize ? things[things.length - 1]!.id : null }
}
