import type { ISql } from 'postgres'
import { Refusal } from '../import/reading.ts'
import { t } from '../../words/t.ts'

export async function listColumns(sql: ISql, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select a.attname as name from pg_attribute a
    where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`
  return rows.map(({ name }) => name)
}

export async function listSequences(sql: ISql, table: string): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; sequence: string }[]>`
    select a.attname as name, pg_get_serial_sequence(${table}, a.attname) as sequence
    from pg_attribute a
    where a.attrelid = to_regclass(${table}) and a.attidentity <> '' and not a.attisdropped`
  return Object.fromEntries(rows.map(({ name, sequence }) => [name, sequence]))
}

export async function numberAfter(
  sql: ISql,
  table: string,
  numbers: Record<string, string> = {},
): Promise<void> {
  for (const [column, sequence] of Object.entries(await listSequences(sql, table))) {
    const [row] = await sql.unsafe<{ last: string | null }[]>(
      `select greatest($1::bigint, max("${column}"))::text as last from ${table}`,
      [numbers[column] ?? null],
    )
    const { last } = row!
    if (last === null) continue
    if (last.length > 15) throw new Refusal(t('transfer.refusal.numbersTooLong', { table }))
    await sql`select setval(${sequence}, greatest(${last}::bigint, pg_sequence_last_value(${sequence})))`
  }
}
