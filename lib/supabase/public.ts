import 'server-only'
import { createClient } from '@supabase/supabase-js'
import { env } from '../env'
import type { Database } from './database.types'
import { fetchWithFallback } from './fetch-with-fallback'

/** Sees what any visitor sees. Holds no session, so it may be used inside 'use cache'. */
export const publicClient = createClient<Database>(
  env.NEXT_PUBLIC_SUPABASE_URL,
  env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Its own retries take seven seconds, and a visitor would wait for them.
    db: { retry: false },
    global: { fetch: fetchWithFallback },
  },
)
