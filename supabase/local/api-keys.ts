import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from '@supabase/lite'
import { sql, type Kysely } from 'kysely'
import { type Handler, pathOf } from './handler.ts'

type Opened = {
  applyJwtSessionContext: (transaction: Kysely<unknown>, context: object, isKnown: boolean) => Promise<void>
}
type Asked = { method: string; path: string; headers: string }

const asked = new AsyncLocalStorage<Asked>()
const keyHeader = 'x-signpost-key'

/** Passes request headers and settings to the database, as PostgREST does, for requests with an API key. */
export function rememberKeys(answer: Handler): Handler {
  return (request, peer) => {
    const key = request.headers.get(keyHeader)
    if (key === null) return answer(request, peer)
    const path = pathOf(request).replace(/^\/rest\/v1(?=\/)/, '')
    return asked.run({ method: request.method, path, headers: JSON.stringify({ [keyHeader]: key }) }, () =>
      answer(request, peer),
    )
  }
}

/** Runs private.before_request in the transaction of a request with an API key, as PostgREST's db_pre_request does. */
export function runBeforeRequests(connection: Connection): void {
  const opened = connection as unknown as Opened
  const begin = opened.applyJwtSessionContext.bind(opened)
  opened.applyJwtSessionContext = async (transaction, context, isKnown) => {
    await begin(transaction, context, isKnown)
    const request = asked.getStore()
    if (!request) return
    await sql`
      select set_config('request.method', ${request.method}, true), set_config('request.path', ${request.path}, true),
        set_config('request.headers', ${request.headers}, true)`.execute(transaction)
    await sql`select private.before_request()`.execute(transaction)
  }
}
