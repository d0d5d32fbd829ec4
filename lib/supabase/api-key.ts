import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createClient } from '@supabase/supabase-js'
import { env } from '../env'
import type { Database } from './database.types'
import { fetchWithTimeout } from './fetch-with-timeout'

const keys = new AsyncLocalStorage<string>()

export const runWithKey = <Answer>(key: string, run: () => Promise<Answer>): Promise<Answer> =>
  keys.run(key, run)

export const keyOfRequest = (): string | undefined => keys.getStore()

/** Acts as the owner of an API key, limited to its scopes, which private.before_request in the database enforces. */
export const keyClient = (key: string) =>
  createClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry: false },
    global: { fetch: fetchWithTimeout, headers: { 'x-signpost-key': key } },
  })
