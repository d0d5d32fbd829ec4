import 'server-only'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { headers } from 'next/headers'
import { env } from '../env'
import { isLocalHost } from '../session/local-host'

export type LocalMail = {
  name: string
  to: string
  subject: string
  html: string
  text: string
  sentAt: string
}

/** Whether the local Supabase saves its emails for the mailbox page, and this request may open it. */
export async function canReadMailbox(): Promise<boolean> {
  return Boolean(env.SIGNPOST_MAILBOX) && isLocalHost((await headers()).get('host'))
}

/** The newest 50 emails of the local Supabase; null with a hosted project. */
export async function listLocalMails(): Promise<LocalMail[] | null> {
  const folder = env.SIGNPOST_MAILBOX
  if (!folder) return null
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const newest = names.toSorted().toReversed().slice(0, 50)
  const mails = await Promise.all(newest.map((name) => readMail(folder, name)))
  return mails.filter((mail) => mail !== null)
}

/** Null for an email that was removed since the folder was listed. */
async function readMail(folder: string, name: string): Promise<LocalMail | null> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : { name, ...JSON.parse(text) }
}
