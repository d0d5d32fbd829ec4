import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBoard } from '../transfer/board/write-board.ts'
import { log } from '../log.ts'
import type { JobContext } from './context.ts'

export type Export = { id: string; attempt: number; with_notes: boolean; with_pictures: boolean }

const mebibyte = 1024 * 1024
const mostBytes = 500 * mebibyte

export async function makeExport({ sql, supabaseUrl }: JobContext, asked: Export): Promise<void> {
  const { id, attempt } = asked
  let missing = 0
  const settle = (problem: string | null) =>
    sql`select private.settle_export(${id}, ${attempt}, ${missing}, ${problem})`
  const folder = await mkdtemp(join(tmpdir(), 'signpost-export-'))
  try {
    const file = join(folder, 'board.zip')
    await writeBoard(sql, file, {
      storageUrl: asked.with_pictures ? supabaseUrl : null,
      withEmails: false,
      withNotes: asked.with_notes,
      report: () => {},
      onMissing: () => missing++,
    })
    if ((await stat(file)).size > mostBytes) return void (await settle('too_large'))
    let part = 0
    for await (const content of createReadStream(file, { highWaterMark: mebibyte })) {
      const kept = await sql`
        insert into private.export_parts (export_id, part, content)
        select e.id, ${part}::integer, ${content as Buffer}::bytea from private.exports e
        where e.id = ${id} and e.attempts = ${attempt} and e.state = 'making' for share returning part`
      if (kept.length === 0) return
      part++
    }
    await settle(null)
  } catch (error) {
    log('error', 'An export failed', { reason: (error as Error).message })
    await settle((error as Error).message)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
