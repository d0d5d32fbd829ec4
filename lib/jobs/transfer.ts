import { log } from '../log.ts'
import type { JobContext } from './context.ts'
import { makeExport, type Export } from './make-export.ts'
import { checkImport, type ImportRun, runImport } from './run-import.ts'
import { readSite } from './read-site.ts'

/** In milliseconds. After a minute without, a worker has lost its hold. */
const beat = 15_000
/** Posts that an undo removes in one transaction: few enough that no one waits for its locks. */
const batch = 100

export async function transfer(context: JobContext): Promise<void> {
  const { sql, isOver } = context
  await sql`select private.tidy_transfers()`
  while (!isOver()) {
    const [run] = await sql<ImportRun[]>`
      select id, attempts as attempt, state, file_name, file_size::float8 as file_size, choices, found
      from private.claim_import()`
    if (run) {
      await readSite(context)
      await workOnImport(context, run)
      continue
    }
    const [asked] = await sql<Export[]>`
      select id, attempts as attempt, with_notes, with_pictures from private.claim_export()`
    if (!asked) return
    const hold = () => sql`select private.hold_export(${asked.id}, ${asked.attempt}) as held`
    await whileHeld(hold, () => makeExport(context, asked))
  }
}

async function workOnImport(context: JobContext, run: ImportRun): Promise<void> {
  const { sql } = context
  const hold = () => sql`select private.hold_import(${run.id}, ${run.attempt}) as held`
  try {
    await whileHeld(hold, (isLost) => {
      const isOver = () => isLost() || context.isOver()
      if (run.state === 'checking') return checkImport({ ...context, isOver }, run)
      return run.state === 'running'
        ? runImport({ ...context, isOver }, run)
        : undo({ ...context, isOver }, run)
    })
  } catch (error) {
    // The next worker may succeed. The third failure is final.
    log('error', 'An import failed', { reason: (error as Error).message })
    await sql`
      update private.import_runs set held_until = now() where id = ${run.id} and attempts = ${run.attempt}`
  }
}

async function undo({ sql, isOver }: JobContext, { id, attempt }: ImportRun): Promise<void> {
  const [all] = await sql<{ count: number }[]>`
    select count(*)::integer from private.imports where run_id = ${id} and post_id is not null`
  let done = 0
  while (!isOver()) {
    const [row] = await sql<{ count: number | null }[]>`
      select private.undo_import(${id}, ${attempt}, ${batch}) as count`
    if (!row!.count) return
    done += row!.count
    await sql`select private.hold_import(${id}, ${attempt}, ${done / Math.max(all!.count, done)})`
  }
  await sql`select private.put_down_import(${id}, ${attempt})`
}

async function whileHeld(
  hold: () => Promise<readonly { held?: boolean }[]>,
  work: (isLost: () => boolean) => Promise<void>,
): Promise<void> {
  let isLost = false
  const timer = setInterval(() => {
    hold().then(
      ([row]) => (isLost ||= !row!.held),
      () => {},
    )
  }, beat)
  try {
    await work(() => isLost)
  } finally {
    clearInterval(timer)
  }
}
