import type { Sql } from 'postgres'

/** A table by its full name, with its columns except generated ones. */
export type Table = { name: string; columns: string[] }

/** The tables of the product, the auth service and the storage, except their lists of migrations. */
export async function listTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage') and c.relname !~ 'migrations'
    group by 1 order by 1`
}

/** The rows of a table, each as JSON, always in the same order. */
export async function readRows(sql: Sql, { name, columns }: Table): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select to_jsonb(t)::text as row from (select ${sql(columns)} from ${sql(name)}) t order by 1`
  return rows.map(({ row }) => row)
}

/** All rows as SQL that recreates them in a database with the same migrations. */
export async function dumpRows(sql: Sql): Promise<string> {
  // As a replica, it writes rows without running triggers.
  const lines = ['begin;', 'set local session_replication_role = replica;']
  const tables = await listTables(sql)
  lines.push(`truncate ${tables.map(({ name }) => name).join(', ')};`)
  for (const table of tables) {
    const rows = await readRows(sql, table)
    if (rows.length === 0) continue
    const columns = table.columns.map((column) => `"${column}"`).join(', ')
    lines.push(
      `insert into ${table.name} (${columns}) overriding system value`,
      `select ${columns} from jsonb_populate_recordset(null::${table.name}, '[`,
      `${rows.join(',\n').replaceAll("'", "''")}]');`,
    )
  }
  const sequences = await sql<{ call: string }[]>`
    select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as call
    from pg_sequences where schemaname in ('public', 'private', 'auth', 'storage') and last_value is not null order by 1`
  return [...lines, ...sequences.map(({ call }) => call), 'commit;', ''].join('\n')
}
