import 'server-only'
import { createClient } from '@supabase/supabase-js'
import { env } from '../env'
import { fetchWithTimeout } from './fetch-with-timeout'
import type { Database } from './database.types'

/** Asks as a visitor and keeps no answers: for what a secret in an address lets its holder see and do. */
export const anonymousClient = createClient<Database>(
  env.NEXT_PUBLIC_SUPABASE_URL,
  env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchWithTimeout },
  },
)
