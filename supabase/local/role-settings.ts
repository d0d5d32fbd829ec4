import type { Connection } from '@supabase/lite'
import { sql, type Kysely } from 'kysely'

/** What Lite does at the start of a request's transaction; not in its types. */
type Context = { auth?: { role?: string } }
type Begin = (transaction: Kysely<unknown>, context: Context, isKnownRole: boolean) => Promise<void>

/** Puts the settings of the request's role in force (alter role … set), as PostgREST does for each transaction. */
export function applyRoleSettings(connection: Connection): void {
  const begun = connection as unknown as { applyJwtSessionContext: Begin }
  const begin = begun.applyJwtSessionContext.bind(connection)
  begun.applyJwtSessionContext = async (transaction, context, isKnownRole) => {
    await begin(transaction, context, isKnownRole)
    const role = context.auth?.role ?? 'anon'
    await sql`
      select set_config(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1), true)
      from pg_roles, unnest(rolconfig) as setting where rolname = ${role}`.execute(transaction)
  }
}
