import type { ISql } from 'postgres'

/** The columns of a table that hold something of its own, in their order. */
export async function listColumns(sql: ISql, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select a.attname as name from pg_attribute a
    where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`
  return rows.map(({ name }) => name)
}

/** The sequences that number rows of a table, by column. */
export async function listSequences(sql: ISql, table: string): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; sequence: string }[]>`
    select a.attname as name, pg_get_serial_sequence(${table}, a.attname) as sequence
    from pg_attribute a
    where a.attrelid = to_regclass(${table}) and a.attidentity <> '' and not a.attisdropped`
  return Object.fromEntries(rows.map(({ name, sequence }) => [name, sequence]))
}
