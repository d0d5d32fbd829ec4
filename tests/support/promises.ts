import type { Sql } from 'postgres'

const roles = `(values ('anon'), ('authenticated'), ('service_role')) as role (name)`

/**
 * What a running site may rely on in the API's schema, one sentence each: the columns that a role reads and writes, the
 * functions that it calls, and their arguments and results.
 */
export async function listPromises(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ promise: string }[]>(`
    select format('%s: %s may %s %s, %s', c.relname, role.name, may.what, a.attname, a.atttypid::regtype) as promise
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join ${roles} cross join (values ('select'), ('insert'), ('update')) as may (what)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and has_column_privilege(role.name, c.oid, a.attnum, may.what)
    union all
    select format('%s: %s may call it', p.proname, role.name) from pg_proc p cross join ${roles}
    where p.pronamespace = 'public'::regnamespace and has_function_privilege(role.name, p.oid, 'execute')
    union all
    select format('%s: it %s %s, %s', p.proname, case when part.mode in ('o', 't') then 'gives' else 'takes' end,
      part.name, part.type::regtype)
    from pg_proc p cross join lateral unnest(
      coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes::text[]
    ) as part (type, name, mode)
    where p.pronamespace = 'public'::regnamespace
    union all
    select format('%s: it returns %s %s', p.proname, case when p.proretset then 'rows of' else 'one' end, p.prorettype::regtype)
    from pg_proc p where p.pronamespace = 'public'::regnamespace`)
  return rows.map(({ promise }) => promise)
}

/** The required arguments of each function in the API's schema. */
export async function listNeeds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ need: string }[]>`
    select format('%s: needs %s', p.proname, name) as need
    from pg_proc p cross join lateral unnest(p.proargnames[1 : p.pronargs - p.pronargdefaults]) as name
    where p.pronamespace = 'public'::regnamespace`
  return rows.map(({ need }) => need)
}
