import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createMember, sql } from './database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

export type Client = ReturnType<typeof newClient>
/** @param userAgent not sent if it is empty */
const newClient = (userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36') =>
  createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { 'User-Agent': userAgent } },
  })

export async function signIn(email: string, userAgent?: string): Promise<Client> {
  const client = newClient(userAgent)
  const { error } = await client.auth.signInWithPassword({ email, password: 'correct horse battery' })
  expect(error).toBeNull()
  return client
}

/** Someone whose account is old enough to be notified about a sign-in. */
export async function newcomer(options: Parameters<typeof createMember>[0] = {}) {
  const member = await createMember(options)
  await sql`update auth.users set email_confirmed_at = now() - interval '1 day' where id = ${member.id}`
  return member
}

/** The emails about an account that its owner got. */
export const told = async (id: string) =>
  (
    await sql<{ event: string }[]>`
      select about ->> 'event' as event from private.mails where person_id = ${id} and kind = 'account' order by id`
  ).map(({ event }) => event)
