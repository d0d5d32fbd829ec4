import { createWriteStream, mkdtempSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isBoard, readBoard } from '../transfer/board/read-board.ts'
import type { DateOrder } from '../transfer/import/date-order.ts'
import { asUtf8 } from '../transfer/import/encoding.ts'
import { openReading } from '../transfer/import/open.ts'
import { Preview } from '../transfer/import/preview.ts'
import { type Reading, Refusal, UnreadableFile } from '../transfer/import/reading.ts'
import { importPosts } from '../transfer/import/run.ts'
import { plainName, type States, unclearStates } from '../transfer/import/states.ts'
import type { Summary } from '../transfer/import/summary.ts'
import type { CsvField } from '../transfer/import/trackers.ts'
import { expectRun, RunLost } from '../transfer/import/write.ts'
import { countsOf, describeFound, listLeftOut } from './describe-found.ts'
import type { JobContext } from './context.ts'
import { byteOrderMark, csvLine, readCell } from '../text/csv.ts'
import { t } from '../words/t.ts'

type Choices = {
  category?: string
  source?: string
  format?: string
  encoding?: string
  states?: States
  columns?: Partial<Record<CsvField, string>>
  dates?: DateOrder
}

export type ImportRun = {
  id: string
  attempt: number
  state: 'checking' | 'running' | 'undoing'
  file_name: string
  file_size: number
  choices: Choices
  found: { counts?: { lines: number } } | null
}

const mostNotes = 200
/** The longest table of failed rows, in bytes. Further rows are only counted. */
const mostInFailedRows = 5_000_000
const pace = 1_000
/** One of importing.problem in the messages. */
const unreadable = 'unreadable'

/** The rows of a table that can't be imported, as a table to correct and import again. */
class FailedRows {
  readonly #columns: number[]
  readonly #lines: string[] = []
  #bytes = 0

  constructor({ columns = [] }: Reading) {
    const problem = t('transfer.failedRows.problem')
    // A corrected table still has the problems of the last time.
    this.#columns = columns.flatMap(({ becomes }, i) => (becomes === 'problem' ? [] : [i]))
    this.#push([...this.#columns.map((i) => columns[i]!.heading), problem])
  }

  add(cells: string[], problem: string): void {
    this.#push([...this.#columns.map((i) => readCell(cells[i] ?? '')), problem])
  }

  #push(cells: string[]): void {
    // PostgreSQL stores no NUL.
    const line = csvLine(cells).replaceAll('\0', '')
    this.#bytes += Buffer.byteLength(line)
    if (this.#bytes <= mostInFailedRows) this.#lines.push(line)
  }

  /** Null if every row can be imported. */
  get text(): string | null {
    return this.#lines.length > 1 ? byteOrderMark + this.#lines.join('') : null
  }
}

export async function checkImport(context: JobContext, run: ImportRun): Promise<void> {
  const { sql } = context
  let kind = 'posts'
  let isUnreadable = false
  let failed: FailedRows | null = null
  const found = await withFile(context, run, async (file, folder) => {
    if (await isBoard(file)) {
      kind = 'board'
      return { kind, lines: await bringBoard(context, run, file) }
    }
    const preview = new Preview(5)
    const reading = await open(run, file, folder)
    failed = new FailedRows(reading)
    const { summary, notes } = await bring(context, run, reading, preview, failed)
    return summary && describeFound(reading, preview, summary, notes)
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    isUnreadable = error instanceof UnreadableFile
    return { kind, problem: error.message, question: error.question ?? null, lines: [] }
  })
  if (!found) await sql`select private.put_down_import(${run.id}, ${run.attempt})`
  else
    await sql`select private.settle_import(
      ${run.id}, ${run.attempt}, ${isUnreadable ? 'failed' : 'checked'}, ${sql.json(found as never)},
      problem => ${isUnreadable ? unreadable : null}, failed_rows => ${(failed as FailedRows | null)?.text ?? null})`
}

export async function runImport(context: JobContext, run: ImportRun): Promise<void> {
  const { sql } = context
  let failed: FailedRows | null = null
  const settle = (state: string, outcome: object | null, problem: string | null) =>
    sql`select private.settle_import(
      ${run.id}, ${run.attempt}, ${state}, null, ${outcome && sql.json(outcome as never)}, ${problem},
      ${failed?.text ?? null})`
  try {
    const outcome = await withFile(context, run, async (file, folder) => {
      if (await isBoard(file)) return { lines: await bringBoard(context, run, file) }
      const reading = await open(run, file, folder)
      failed = new FailedRows(reading)
      const preview = new Preview(0)
      const { summary, notes } = await bring(context, run, reading, preview, failed)
      return summary && { counts: countsOf(summary), notes, leftOut: listLeftOut(preview) }
    })
    if (outcome) await settle('done', outcome, null)
    else await sql`select private.put_down_import(${run.id}, ${run.attempt})`
  } catch (error) {
    if (error instanceof RunLost)
      return void (await sql`select private.put_down_import(${run.id}, ${run.attempt})`)
    if (!(error instanceof Refusal)) throw error
    await settle('failed', null, error instanceof UnreadableFile ? unreadable : error.message)
  }
}

async function withFile<Result>(
  { sql }: JobContext,
  run: ImportRun,
  work: (file: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-import-'))
  async function* parts() {
    for (let part = 0; ; part++) {
      const [row] = await sql<{ content: Buffer }[]>`
        select content from private.import_parts where run_id = ${run.id} and part = ${part}`
      if (!row) return
      yield row.content
    }
  }
  try {
    const file = join(folder, plainFileName(run.file_name))
    await pipeline(parts, createWriteStream(file))
    return await work(file, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The name as messages show it, without a path to another folder. */
const plainFileName = (name: string) => name.replace(/^\.|[/\\\0]/g, '_').slice(-40)

async function open(run: ImportRun, file: string, folder: string): Promise<Reading> {
  const { encoding, format, columns, dates } = run.choices
  const text = await asUtf8(file, encoding ?? null, () => mkdtempSync(join(folder, 'text-')))
  return openReading([text], format ?? null, columns ?? {}, dates)
}

async function bring(
  { sql, isOver }: JobContext,
  run: ImportRun,
  reading: Reading,
  preview: Preview,
  failed: FailedRows,
): Promise<{ summary: Summary | null; notes: string[] }> {
  const { source, states = {}, category = 'new-features' } = run.choices
  const [to] = await sql<{ id: number }[]>`
    select category_id as id from public.category_addresses where slug = ${category}`
  if (!to) throw new Refusal(t('transfer.refusal.noCategory', { name: category }))
  const categories = await sql<{ name: string; category_id: number }[]>`
    select name, category_id from private.import_categories(${run.id})`
  const notes: string[] = []
  let toldAt = Date.now()
  const summary = await importPosts(reading, {
    target: {
      sql,
      categoryId: to.id,
      isSourceGiven: source !== undefined,
      run: run.state === 'running' ? { id: run.id, attempt: run.attempt } : undefined,
    },
    source: source ?? run.file_name,
    states: {
      ...unclearStates,
      ...Object.fromEntries(Object.entries(states).map(([name, state]) => [plainName(name), state])),
    },
    unknownState: 'proposed',
    categories: new Map(categories.map(({ name, category_id }) => [plainName(name), category_id])),
    dryRun: run.state === 'checking',
    preview,
    progress: {
      update(bytesRead, lines) {
        if (Date.now() - toldAt < pace) return
        toldAt = Date.now()
        const part = Math.max(bytesRead / run.file_size, lines / (run.found?.counts?.lines ?? Infinity))
        sql`select private.hold_import(${run.id}, ${run.attempt}, ${Math.min(part, 0.99)})`.catch(() => {})
      },
      note(line, rows = []) {
        if (notes.length < mostNotes) notes.push(line)
        for (const row of rows) failed.add(row, line)
      },
    },
    isOver,
  })
  return { summary, notes }
}

/** Accounts, addresses and roles are only imported by the command, which needs the database's password. */
async function bringBoard(
  { sql, storage, isOver }: JobContext,
  run: ImportRun,
  file: string,
): Promise<string[]> {
  const lines: string[] = []
  await readBoard(sql, file, {
    dryRun: run.state === 'checking',
    withEmails: false,
    admins: [],
    pictures: storage ?? 'left out',
    async check(tx) {
      if (isOver()) throw new RunLost('This worker is to stop.')
      await expectRun(tx, run)
    },
    report: (line) => lines.push(line),
  })
  return lines.slice(0, mostNotes)
}
