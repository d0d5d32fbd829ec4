import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Database } from '../../lib/supabase/database.types.ts'

const { TEST_DATABASE_URL, TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SUPABASE_SECRET_KEY } =
  process.env as Record<string, string>

/** The database's owner, past every policy: for setting a scene and looking behind it. */
export const sql = postgres(TEST_DATABASE_URL!, { max: 20, onnotice: () => {} })

export type Member = { id: string; email: string; client: SupabaseClient<Database>; accessToken: string }

/** Says why a request got no answer; the clients would say that it got none. */
const tellingFetch: typeof fetch = async (...request) => {
  try {
    return await fetch(...request)
  } catch (error) {
    throw new Error(`${String(error)}: ${String((error as Error).cause)}`, { cause: error })
  }
}
const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
const options = { auth: withoutSession, global: { fetch: tellingFetch } }

/** Anybody with the publishable key. */
export function anonClient(): SupabaseClient<Database> {
  return createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, options)
}

/** The site's own server, which passes every policy. */
export function serverClient(): SupabaseClient<Database> {
  return createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_SECRET_KEY!, options)
}

/** A real account, signed up, confirmed and signed in, with a client that acts as it. */
export async function createMember(
  options: { name?: string; admin?: boolean; moderator?: boolean } = {},
): Promise<Member> {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'
  const guest = anonClient()
  const signUp = await guest.auth.signUp({
    email,
    password,
    options: { data: { name: options.name ?? 'Member' } },
  })
  if (signUp.error) throw signUp.error
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
  const { data, error } = await guest.auth.signInWithPassword({ email, password })
  if (error) throw error
  const { id } = data.user
  // Also the name of an admin, which the sign-up would not give.
  await sql`update public.profiles set name = ${options.name ?? 'Member'} where id = ${id}`
  const role = options.admin ? 'admin' : options.moderator ? 'moderator' : null
  if (role) await sql`insert into public.roles (user_id, role) values (${id}, ${role})`
  const accessToken = data.session.access_token
  const client = createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: withoutSession,
    global: { fetch: tellingFetch, headers: { Authorization: `Bearer ${accessToken}` } },
  })
  return { id, email, client, accessToken }
}

/** Accounts for actingAs, without password and session: quick where many are needed. */
export async function createAccounts(count: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    insert into auth.users (id, email, email_confirmed_at)
    select id, id || '@example.com', now() from (select gen_random_uuid() as id from generate_series(1, ${count})) made
    returning id`
}

/** Runs SQL as PostgREST would for a visitor or a signed-in person; undone unless `keep`. */
export async function actingAs<T>(
  who: 'anon' | { id: string },
  run: (as: postgres.TransactionSql) => Promise<T>,
  options: { keep?: boolean } = {},
): Promise<T> {
  const rollBack = new Error('undo')
  let result: T | undefined
  try {
    await sql.begin(async (as) => {
      const claims = who === 'anon' ? { role: 'anon' } : { role: 'authenticated', sub: who.id }
      await as`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
                      set_config('request.jwt.claim.sub', ${who === 'anon' ? '' : who.id}, true)`
      await as.unsafe(`set local role ${claims.role}`)
      result = await run(as)
      if (!options.keep) throw rollBack
    })
  } catch (error) {
    if (error !== rollBack) throw error
  }
  return result as T
}

/** The SQLSTATE a statement fails with for a role, or null when it runs; nothing stays. */
export async function refusal(who: 'anon' | { id: string }, statement: string): Promise<string | null> {
  return actingAs(who, async (as) => {
    await as.unsafe(statement)
    return null
  }).catch((error: { code: string }) => error.code)
}

/** A post straight in the database. */
export async function createPost(
  post: { authorId?: string | null; title?: string; details?: string; category?: string } = {},
): Promise<{ id: number; slug: string }> {
  const [row] = await sql<{ id: string; slug: string }[]>`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${post.authorId ?? null}, ${post.title ?? `Post ${randomUUID()}`}, ${post.details ?? ''}
    from public.categories where slug = ${post.category ?? 'new-features'}
    returning id, slug`
  return { id: Number(row!.id), slug: row!.slug }
}
