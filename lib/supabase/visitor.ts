import 'server-only'
import { createClient } from '@supabase/supabase-js'
import { headers } from 'next/headers'
import { env } from '../env'
import { fetchWithTimeout } from './fetch-with-timeout'
import type { Database } from './database.types'
import { forwardVisitor } from './secret'

/**
 * A client of its own for one request, without cookies: a session it gets is nobody's until it is handed on. The
 * links of the mails it asks for work in whichever browser they are opened.
 */
export const visitorClient = () =>
  createClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: forwardVisitor(fetchWithTimeout, headers) },
  })

/** Asks as a visitor and keeps no answers: for what a secret in an address lets its holder see and do. */
export const anonymousClient = createClient<Database>(
  env.NEXT_PUBLIC_SUPABASE_URL,
  env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchWithTimeout },
  },
)
