import { createServerClient } from '@supabase/ssr'
import type { Member, Target } from './target.ts'

/** The cookies of the member's session, as the site sets them. */
export async function cookiesOf(target: Target, { email, password }: Member): Promise<string> {
  const set: { name: string; value: string }[] = []
  const client = createServerClient(target.supabase.url, target.supabase.key, {
    cookies: { getAll: () => [], setAll: (list) => void set.push(...list) },
  })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return set.map(({ name, value }) => `${name}=${value}`).join('; ')
}
