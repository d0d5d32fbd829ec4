import 'server-only'
import { createClient } from '@supabase/supabase-js'
import { headers } from 'next/headers'
import { env } from '../env'
import { fetchWithTimeout } from './fetch-with-timeout'
import type { Database } from './database.types'
import { forwardVisitor } from './secret'

/** A session it gets belongs to no one until it is handed on. Links in its emails work in any browser. */
export const visitorClient = () =>
  createClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: forwardVisitor(fetchWithTimeout, headers) },
  })

export const anonymousClient = createClient<Database>(
  env.NEXT_PUBLIC_SUPABASE_URL,
  env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchWithTimeout },
  },
)
