import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { transfer } from '../../lib/jobs/transfer.ts'
import { createMember, sql } from './database.ts'
import { context } from './jobs.ts'

export const [admin, other, moderator, member] = await Promise.all([
  createMember({ admin: true, name: 'Ada' }),
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
])

type Run = {
  state: string
  problem: string | null
  posts: number
  outcome: Record<string, unknown> & { counts?: Record<string, number>; notes?: string[] }
  kept: { title: string }[] | null
  found?: {
    problem?: string
    question?: { about: string; headings?: string[] }
    counts: Record<string, number>
    notes: string[]
    states: object[]
    categories: object[]
    posts: object[]
  }
  done: number
}

type Refused = { code: string; hint?: string } | null
/** What somebody is refused with; null where they are not. */
export const refused = (ask: () => Promise<unknown>): Promise<Refused> =>
  ask().then(
    () => null,
    (error: Refused) => error,
  )
export const work = (changes: Partial<typeof context> = {}) => transfer({ ...context, ...changes })
export const read = async (id: string, as = admin) =>
  (await as.call('admin_import', { run_id: id })) as unknown as Run

export async function upload(
  content: string | Buffer,
  name = `${randomUUID()}.csv`,
  as = admin,
): Promise<string> {
  const run_id = randomUUID()
  const bytes = Buffer.from(content)
  await as.call('admin_begin_upload', { run_id, file_name: name, file_size: bytes.length })
  for (let part = 0; part * 1_000_000 < bytes.length; part++) {
    const content = bytes.subarray(part * 1_000_000, (part + 1) * 1_000_000).toString('base64')
    await as.call('admin_add_upload_part', { run_id, part, content })
  }
  await as.call('admin_end_upload', { run_id })
  return run_id
}

export const plain = { category: 'new-features' }
export const start = (run_id: string, choices: object = plain, as = admin) =>
  as.call('admin_start_import', { run_id, choices: choices as never })

export const postsOf = (run: string) => sql<
  { id: string; title: string; category_id: number; state: string }[]
>`
  select p.* from private.imports i join public.posts p on p.id = i.post_id where i.run_id = ${run} order by p.id`
export const partsOf = (run: string) => sql`select from private.import_parts where run_id = ${run}`

/** A table of posts whose ids and titles begin with something of their own. */
export function table(count: number, mark = randomUUID()): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `${mark}-${i},Wish ${mark} ${i},open,2025-02-03,Person ${mark},2`,
  )
  return ['id,title,status,created at,author,votes', ...lines].join('\n')
}

/** Ends what other tests left before each test of a file: one import or export runs at a time. */
export function useTransfers(): void {
  beforeEach(async () => {
    await sql`delete from private.import_runs where state in ('uploading', 'checking', 'checked', 'running', 'undoing')`
    await sql`delete from private.exports where state = 'making'`
  })
}
