import type { Sql } from 'postgres'

type Index = { name: string; definition: string; address: string; constraint: string | null; kind: string }

/**
 * Drops the indexes of tables that are about to be filled, except those that foreign keys need. Building them once at
 * the end is many times faster than maintaining them.
 * @returns a function that builds them again, two at a time
 */
export async function dropIndexes(sql: Sql, tables: string[]): Promise<() => Promise<void>> {
  const found = await sql<Index[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
      i.indrelid::regclass::text as address, quote_ident(c.conname) as constraint,
      case c.contype when 'p' then 'primary key' else 'unique' end as kind
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any (${tables}::regclass[])
      and not exists (select 1 from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')
    order by pg_get_indexdef(i.indexrelid) like '% USING gin %' desc, i.indexrelid`
  for (const { name, address, constraint } of found)
    await sql.unsafe(
      constraint ? `alter table ${address} drop constraint ${constraint}` : `drop index ${name}`,
    )
  return async () => {
    const waiting = [...found]
    const build = async () => {
      for (let index = waiting.shift(); index; index = waiting.shift()) {
        const { definition } = index
        await sql.begin(async (transaction) => {
          await transaction`set local maintenance_work_mem = '1GB'`
          await transaction.unsafe(definition)
        })
      }
    }
    await Promise.all([build(), build()])
    for (const { name, address, constraint, kind } of found) {
      if (!constraint) continue
      const index = name.replace(/^.*\./, '')
      await sql.unsafe(`alter table ${address} add constraint ${constraint} ${kind} using index ${index}`)
    }
  }
}
