import 'server-only'
import { createClient } from '@supabase/supabase-js'
import { env } from '../env'
import { boundedFetch } from './bounded-fetch'
import type { Database } from './database.types'

/** Sees what any visitor sees; holds no session, so it may be used inside 'use cache'. */
export const publicClient = createClient<Database>(
  env.NEXT_PUBLIC_SUPABASE_URL,
  env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: boundedFetch },
  },
)
