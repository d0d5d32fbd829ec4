import type { Connection } from '@supabase/lite'
import { sql, type Kysely } from 'kysely'
import type { Sql } from 'postgres'

/** What Lite's connection to PostgreSQL has and its types do not show. */
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

/** Makes Lite's database connection do what PostgREST does: times, JSON, error codes, grants and settings of roles. */
export function actAsPostgrest(connection: Connection): void {
  const opened = connection as unknown as Opened
  const { parsers, serializers } = opened.driver.options
  parsers[timestampType!] = parsers[timestamptzType!] = isoTime
  serializers[jsonType!] = serializers[jsonbType!] = jsonText
  connection.normalizeDbError = (error) => withCode(error as DatabaseError)
  // Lite would grant every table to anon and authenticated; the migrations say who may what.
  opened.ensureRlsContext = async () => true
  quoteTextArguments(opened)
  applyRoleSettings(opened)
}

/** "2026-11-20 10:00:00.5+00", as PostgreSQL prints it, as its JSON says it: "2026-11-20T10:00:00.5+00:00". */
const isoTime = (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

/** Lite hands JSON over as text, which the driver would make a JSON string of. */
const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Makes JSON of a text that is sent for a JSON argument: Lite takes it for JSON already. */
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

/** Those whose SQLSTATE Lite hands on by itself; the rest it answers with 500 and a code of its own. */
const isHandedOn = /^(21|22|42|53|55|PT|23502|23503|23505|25006|PGRST)/
/** PostgREST answers these with 400, and 500 to any other. */
const isCallersFault = /^(23|27|44|0A|P0001)/

/** The error as one that names its own status and body, which Lite answers word for word. */
function withCode(error: DatabaseError): unknown {
  const { code, message, detail: details = null, hint = null } = error
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || isHandedOn.test(code)) return error
  return {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details, hint }),
    detail: JSON.stringify({ status: isCallersFault.test(code) ? 400 : 500, headers: {} }),
  }
}

/** Puts the settings of the request's role in force (alter role … set), as PostgREST does for each transaction. */
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
