import postgres, { type ISql, type Sql, type TransactionSql } from 'postgres'
import { Refusal } from '../import/reading.ts'
import { numberAfter } from './columns.ts'
import type { Part } from './parts.ts'
import type { NumberedRow, Row } from './rows.ts'
import { t } from '../../words/t.ts'

export const accountPart = 'accounts'
export const objectPart = 'objects'
const wholePart = 'board'

const rowsAtOnce = 5000
/** Building the search index takes long, and starts over if it is interrupted. */
const indexedAtOnce = 500
const bytesAtOnce = 8 * 1024 * 1024

export type Check = (sql: ISql) => Promise<void>

type State = { rows: number; isFinished: boolean }

export class Progress {
  readonly #sql: Sql
  readonly #board: string
  readonly #states: Map<string, State>
  readonly #check: Check

  private constructor(sql: Sql, board: string, states: Map<string, State>, check: Check) {
    this.#sql = sql
    this.#board = board
    this.#states = states
    this.#check = check
  }

  static async begin(sql: Sql, board: string, check: Check = async () => {}): Promise<Progress> {
    const found = await sql<(State & { part: string })[]>`
      select part, rows::float8 as rows, finished_at is not null as "isFinished"
      from private.board_imports where board = ${board}`
    return new Progress(sql, board, new Map(found.map(({ part, ...state }) => [part, state])), check)
  }

  get isBegun(): boolean {
    return this.#states.size > 0
  }

  get isFinished(): boolean {
    return this.has(wholePart)
  }

  has(part: string): boolean {
    return this.#states.get(part)?.isFinished ?? false
  }

  rowsOf(part: string): number {
    return this.#states.get(part)?.rows ?? 0
  }

  async add(
    part: string,
    given: AsyncIterable<NumberedRow>,
    write: (tx: TransactionSql, rows: Row[], isFirst: boolean) => Promise<void>,
    isIndexed = false,
  ): Promise<void> {
    const most = isIndexed ? indexedAtOnce : rowsAtOnce
    const there = this.rowsOf(part)
    let waiting: Row[] = []
    let size = 0
    const flush = async () => {
      const before = this.rowsOf(part)
      const rows = waiting
      await this.#sql
        .begin(async (tx) => {
          await this.advance(part, rows.length, tx)
          await write(tx, rows, before === 0)
        })
        .catch((error: Error) => {
          this.#states.set(part, { rows: before, isFinished: false })
          if (!(error instanceof postgres.PostgresError) || !/^2[23]/.test(error.code)) throw error
          throw new Refusal(
            t('transfer.refusal.rowsRefused', {
              from: before + 1,
              to: before + rows.length,
              part,
              message: error.message,
            }),
            { cause: error },
          )
        })
      waiting = []
      size = 0
    }
    for await (const { number, row, bytes } of given) {
      if (number <= there) continue
      waiting.push(row)
      size += bytes
      if (waiting.length === most || size > bytesAtOnce) await flush()
    }
    if (waiting.length > 0) await flush()
    await this.finish(part)
  }

  async advance(part: string, count: number, sql: ISql = this.#sql): Promise<void> {
    await this.#check(sql)
    const before = this.rowsOf(part)
    const rows = before + count
    const noted = await sql`
      insert into private.board_imports as i (board, part, rows) values (${this.#board}, ${part}, ${rows})
      on conflict (board, part) do update set rows = excluded.rows where i.rows = ${before}
      returning i.part`
    if (noted.length === 0) throw new Refusal(t('transfer.refusal.boardBusy'))
    this.#states.set(part, { rows, isFinished: false })
  }

  async finish(part: string = wholePart): Promise<void> {
    await this.#check(this.#sql)
    await this.#sql`
      insert into private.board_imports (board, part, finished_at) values (${this.#board}, ${part}, now())
      on conflict (board, part) do update set finished_at = now()`
    this.#states.set(part, { rows: this.rowsOf(part), isFinished: true })
  }
}

/** Writes a table's rows unchanged, without its triggers. Constraints and references are still checked. */
export async function addRows(
  tx: TransactionSql,
  part: Part,
  columns: string[],
  rows: Row[],
  isFirst: boolean,
): Promise<void> {
  const { table, becomes = {}, taken = 'true', before, after, onConflict } = part
  const names = columns.map((column) => `"${column}"`).join(', ')
  const values = columns.map((column) => becomes[column] ?? `t."${column}"`).join(', ')
  const update = `set (${names}) = row(${columns.map((column) => `excluded."${column}"`).join(', ')})`
  const conflict = onConflict && `on conflict ${onConflict.replace(/do update$/, `do update ${update}`)}`
  // PostgreSQL can't alter a table that has pending foreign key checks.
  await tx`set constraints all immediate`
  await tx.unsafe(`alter table ${table} disable trigger user`)
  if (isFirst && before) await tx.unsafe(before)
  await tx.unsafe(
    `insert into ${table} (${names}) overriding system value
     select ${values} from jsonb_populate_recordset(null::${table}, $1::text::jsonb) t where ${taken} ${conflict ?? ''}`,
    [JSON.stringify(rows)],
  )
  await tx.unsafe(`alter table ${table} enable trigger user`)
  await numberAfter(tx, table)
  if (after) {
    const ids = rows.map(({ id }) => String(id))
    await tx.unsafe(after, [ids])
  }
}
