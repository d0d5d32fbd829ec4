import type { Connection } from '@supabase/lite'
import { sql, type Kysely } from 'kysely'
import type { Sql } from 'postgres'

/** Parts of Lite's PostgreSQL connection that its types don't show. */
type Opened = {
  driver: Sql
  ensureRlsContext: () => Promise<boolean>
  onPostgrestAST: (asked: Asked) => Promise<unknown>
  introspect: Connection['introspect']
  applyJwtSessionContext: (transaction: Kysely<unknown>, context: Context, isKnown: boolean) => Promise<void>
}
type Asked = {
  type: string
  function?: string
  httpMethod?: string
  args?: Record<string, unknown> | unknown[]
}
type Context = { auth?: { role?: string } }
type DatabaseError = { code?: unknown; message: string; detail?: string; hint?: string }

const [jsonType, jsonbType, timestampType, timestamptzType] = [114, 3802, 1114, 1184]

/** Makes Lite's database connection behave like PostgREST: times, JSON, error codes, grants and role settings. */
export function actAsPostgrest(connection: Connection): void {
  const opened = connection as unknown as Opened
  const { parsers, serializers } = opened.driver.options
  parsers[timestampType!] = parsers[timestamptzType!] = isoTime
  serializers[jsonType!] = serializers[jsonbType!] = jsonText
  connection.normalizeDbError = (error) => withCode(error as DatabaseError)
  // Lite would grant every table to anon and authenticated. The migrations decide the grants.
  opened.ensureRlsContext = async () => true
  quoteTextArguments(opened)
  applyRoleSettings(opened)
}

/** Converts PostgreSQL's "2026-11-20 10:00:00.5+00" to its JSON format, "2026-11-20T10:00:00.5+00:00". */
const isoTime = (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

/** Passes Lite's JSON text through, because the driver would turn it into a JSON string. */
const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Encodes text sent for a JSON argument, because Lite assumes that it is JSON already. */
function quoteTextArguments(opened: Opened): void {
  const check = opened.onPostgrestAST.bind(opened)
  opened.onPostgrestAST = async (asked) => {
    if (asked.type === 'rpc' && asked.httpMethod === 'POST' && asked.args && !Array.isArray(asked.args)) {
      const { functions = [] } = await opened.introspect({ useCache: true })
      for (const { arg_names: names, arg_types: types } of functions.filter(
        ({ name }) => name === asked.function,
      )) {
        for (const [at, name] of names.entries()) {
          const value = asked.args[name]
          if (types[at] === 'jsonb' && typeof value === 'string') asked.args[name] = JSON.stringify(value)
        }
      }
    }
    return check(asked)
  }
}

/** SQLSTATEs that Lite passes on. For all others, it answers 500 with a code of its own. */
const isHandedOn = /^(21|22|42|53|55|PT|23502|23503|23505|25006|PGRST)/
/** PostgREST answers these with 400, and all others with 500. */
const isCallersFault = /^(23|27|44|0A|P0001)/

/** The error with its own status and body, which Lite sends unchanged. */
function withCode(error: DatabaseError): unknown {
  const { code, message, detail: details = null, hint = null } = error
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || isHandedOn.test(code)) return error
  return {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details, hint }),
    detail: JSON.stringify({ status: isCallersFault.test(code) ? 400 : 500, headers: {} }),
  }
}

/** Applies the settings of the request's role (alter role … set), as PostgREST does for each transaction. */
function applyRoleSettings(opened: Opened): void {
  const begin = opened.applyJwtSessionContext.bind(opened)
  opened.applyJwtSessionContext = async (transaction, context, isKnown) => {
    await begin(transaction, context, isKnown)
    const role = context.auth?.role ?? 'anon'
    await sql`
      select set_config(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1), true)
      from pg_roles, unnest(rolconfig) as setting where rolname = ${role}`.execute(transaction)
  }
}
