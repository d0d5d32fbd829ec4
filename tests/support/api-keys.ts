import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { Database } from '../../lib/supabase/database.types.ts'
import { type Member } from './database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

/** Calls the database’s own API with a key, bypassing the site. */
export const withKey = (key: string) =>
  createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { 'x-signpost-key': key } },
  })

export async function keyOf(owner: Member, scopes: string[], name = 'Support desk') {
  const { data, error } = await owner.client.rpc('make_api_key', { name, scopes })
  expect(error).toBeNull()
  return { key: data!, client: withKey(data!) }
}

export const refused = async (
  answer: PromiseLike<{ error: { code?: string; hint?: string | null } | null }>,
) => {
  const { error } = await answer
  return error && (error.hint || error.code)
}
