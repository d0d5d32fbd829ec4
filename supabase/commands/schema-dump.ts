import type { Sql } from 'postgres'

// Each query lists one kind of object as text, read from the catalogs. A dump describes a database independently of its
// migrations and their order.
const ours = `in ('public', 'private')`
const kinds: Record<string, string> = {
  schemas: `
    select format('schema %s grants: %s', nspname, (select array_agg(a::text order by a::text) from unnest(nspacl) a))
    from pg_namespace where nspname ${ours}`,
  'settings of roles': `
    select format('role %s: %s', setrole::regrole, setconfig) from pg_db_role_setting
    where setrole in ('anon'::regrole, 'authenticated'::regrole)`,
  extensions: `
    select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension`,
  'default privileges': `
    select format('default privileges of %s in %s for %s: %s', defaclrole::regrole, coalesce(nullif(defaclnamespace, 0)::regnamespace::text, 'every schema'),
      defaclobjtype, (select array_agg(a::text order by a::text) from unnest(defaclacl) a))
    from pg_default_acl where defaclnamespace = 0 or defaclnamespace::regnamespace::text ${ours}`,
  types: `
    select format('type %s: %s', t.oid::regtype, coalesce(
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
      (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
       from pg_attribute a where a.attrelid = t.typrelid)))
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace::regnamespace::text ${ours} and (t.typtype = 'e' or c.relkind = 'c')`,
  relations: `
    select format('%s %s %s row security: %s, forced: %s, options: %s, grants: %s',
      case c.relkind when 'r' then 'table' when 'v' then 'view' when 'S' then 'sequence' else c.relkind::text end,
      c.oid::regclass, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
      (select array_agg(a::text order by a::text) from unnest(c.relacl) a))
      || case when c.relkind = 'v' then E'\\n' || pg_get_viewdef(c.oid) else '' end
    from pg_class c where c.relnamespace::regnamespace::text ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  columns: `
    select format('column %s.%s %s %s not null: %s, default: %s, identity: %s, generated: %s, storage: %s, grants: %s',
      c.oid::regclass, a.attname, row_number() over (partition by c.oid order by a.attnum),
      format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity,
      a.attgenerated, a.attstorage, (select array_agg(g::text order by g::text) from unnest(a.attacl) g))
      || case when a.attcollation <> 0 then ', collation: ' || a.attcollation::regcollation else '' end
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace::regnamespace::text ${ours} and c.relkind in ('r', 'p', 'v', 'm')
      and a.attnum > 0 and not a.attisdropped`,
  constraints: `
    select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
    from pg_constraint where connamespace::regnamespace::text ${ours}`,
  indexes: `
    select indexdef from pg_indexes where schemaname ${ours}`,
  policies: `
    select format('policy "%s" on %s.%s %s for %s to %s using %s with check %s',
      policyname, schemaname, tablename, permissive, cmd, roles, qual, with_check) from pg_policies`,
  triggers: `
    select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger t
    where not tgisinternal and t.tgfoid in (
      select oid from pg_proc where pronamespace::regnamespace::text ${ours}
    )`,
  functions: `
    select format('%s grants: %s', pg_get_functiondef(p.oid),
      (select array_agg(a::text order by a::text) from unnest(p.proacl) a))
    from pg_proc p where p.pronamespace::regnamespace::text ${ours}`,
  comments: `
    select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description)
    from pg_description where pg_describe_object(classoid, objoid, objsubid) ~ '(public|private)\\.'
      or classoid = 'pg_class'::regclass and objoid in (
        select oid from pg_class where relnamespace::regnamespace::text ${ours})`,
}

/** Describes a database as text, independent of the order in which it was created. */
export async function describeSchema(sql: Sql): Promise<string> {
  const parts: string[] = []
  for (const [kind, query] of Object.entries(kinds)) {
    const rows = await sql.unsafe(query).values()
    parts.push(`== ${kind}`, ...rows.map(([text]) => String(text)).toSorted())
  }
  return `${parts.join('\n')}\n`
}

/** The same, with the rows of a new database. */
export async function dumpSchema(sql: Sql): Promise<string> {
  const parts: string[] = []
  const tables = await sql<{ name: string; changing: string[] }[]>`
    select c.oid::regclass::text as name,
      coalesce(array_agg(a.attname::text) filter (
        where a.atttypid = 'timestamptz'::regtype or pg_get_expr(d.adbin, d.adrelid) like '%gen_random_uuid()'
      ), '{}') as changing
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind = 'r'
      and (c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) or c.oid = 'storage.buckets'::regclass)
    group by c.oid order by 1`
  for (const { name, changing } of tables) {
    const rows = await sql`select (to_jsonb(t) - ${changing}::text[])::text as row from ${sql(name)} t`
    parts.push(`== rows of ${name}: ${rows.length}`, ...rows.map(({ row }) => String(row)).toSorted())
  }
  return `${await describeSchema(sql)}${parts.join('\n')}\n`
}
