import type { Sql } from 'postgres'
import { describeSchema } from './schema-dump.ts'

/** The last migration of 1.0.2, the last version before the baseline. */
const lastBefore = '20261125050100'

/** What the site needs from other schemas, and rows that only migrations add. Operators may change the rows' values. */
const foundations = `
  select format('bucket %s, public: %s', id, public) from storage.buckets where id in ('images', 'avatars')
  union all select format('trigger on auth.users: %s', tgname) from pg_trigger
    where tgrelid = 'auth.users'::regclass and tgfoid in (select oid from pg_proc where pronamespace = 'private'::regnamespace)
  union all select format('limit of %s for %s', action, standing) from private.limits
  union all select format('limit of attempts: %s by %s', kind, scope) from private.attempt_limits
  union all select format('budget of %s', standing) from private.budgets
  union all select format('words for %s', state) from public.state_texts
  union all select 'settings of the site' from public.site_settings
  union all select 'rules of notices' from private.notice_rules
  union all select 'rules of moderation' from private.moderation
  union all select 'salt' from private.salt
  union all select 'key of mails' from private.mail_key`

/**
 * Describes a database for comparison, without comments and with grants for visitors and members only. Owners,
 * extensions and operators' rights differ between projects.
 */
async function describe(sql: Sql): Promise<Set<string>> {
  // Dependencies on its schema, because projects differ.
  await sql`set local search_path = ''`
  const kinds = (await describeSchema(sql)).split(/^== /m).slice(1)
  const compared = kinds.filter((kind) => !/^(extensions|default privileges|comments)\n/.test(kind))
  // An entry can have several lines, because the lines of a function mean nothing on their own.
  const entries = compared.flatMap((kind) =>
    kind.split(/\n(?=CREATE|schema|role|type|table|view|sequence|column|constraint|policy)/),
  )
  const rows = await sql.unsafe(foundations).values()
  return new Set([...entries, ...rows.map(([text]) => String(text))].map(withoutOperators))
}

const withoutOperators = (entry: string): string =>
  entry.trim().replaceAll(/grants: \{([^}]*)\}/g, (_all, list: string) => {
    const grants = list.split(',').map((grant) => grant.replace(/\/.*$/, ''))
    return `grants: {${grants.filter((grant) => /^"?(anon|authenticated|)=/.test(grant)).join(',')}}`
  })

/**
 * Compares a 1.0.2 database with a new one of the baseline. If they are equal, replaces the list of applied migrations
 * with the baseline. Everything happens in one transaction, and nothing else changes.
 * @returns every difference in words; empty if the database was adopted
 * Throws an error if the database has another version.
 */
export async function adopt(target: Sql, baseline: Sql, version: string, name: string): Promise<string[]> {
  const wanted = await baseline.begin((sql) => describe(sql as unknown as Sql))
  return target.begin(async (sql) => {
    await sql`lock table supabase_migrations.schema_migrations`
    const applied = (await sql`select version from supabase_migrations.schema_migrations`).map((row) =>
      String(row.version),
    )
    if (applied.includes(version)) throw new Error('This database already continues from the baseline.')
    if (applied.toSorted().at(-1) !== lastBefore) {
      throw new Error(
        "This isn't a Signpost 1.0.2 database. Upgrade it to that version first, with its own migrations.",
      )
    }
    const found = await describe(sql as unknown as Sql)
    const differences = [
      ...[...wanted].filter((entry) => !found.has(entry)).map((entry) => `missing or different: ${entry}`),
      ...[...found].filter((entry) => !wanted.has(entry)).map((entry) => `only here: ${entry}`),
    ]
    if (differences.length > 0) return differences
    await sql`delete from supabase_migrations.schema_migrations`
    await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`
    return []
  })
}
