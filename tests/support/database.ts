import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createHmac, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { expect } from 'vitest'
import type { Database } from '../../lib/supabase/database.types.ts'

const {
  TEST_DATABASE_URL,
  TEST_SUPABASE_URL,
  TEST_SUPABASE_PUBLISHABLE_KEY,
  TEST_SUPABASE_SECRET_KEY,
  TEST_JWT_SECRET,
} = process.env as Record<string, string>

/** The database's owner, who bypasses every policy: for preparing tests and checking results. */
export const sql = postgres(TEST_DATABASE_URL!, { max: 20, onnotice: () => {} })

type Functions = Database['public']['Functions']
type Call<Name extends keyof Functions> = [name: Name, args?: Functions[Name]['Args']]
type RowOf<Answer> = Answer extends (infer Row)[] ? Row : Answer

/** `call` and `one` return a function's rows, or its only row, and throw its errors. */
export type Member = {
  id: string
  email: string
  client: SupabaseClient<Database>
  accessToken: string
  call: <Name extends keyof Functions>(...asked: Call<Name>) => Promise<Functions[Name]['Returns']>
  one: <Name extends keyof Functions>(...asked: Call<Name>) => Promise<RowOf<Functions[Name]['Returns']>>
}

/** Says why a request failed. The clients only say that it did. */
const tellingFetch: typeof fetch = async (...request) => {
  try {
    return await fetch(...request)
  } catch (error) {
    throw new Error(`${String(error)}: ${String((error as Error).cause)}`, { cause: error })
  }
}
const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
const options = { auth: withoutSession, global: { fetch: tellingFetch } }

/** A visitor: anyone with the publishable key. */
export function anonClient(): SupabaseClient<Database> {
  return createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, options)
}

/** The site's own server, which bypasses every policy. */
export function serverClient(): SupabaseClient<Database> {
  return createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_SECRET_KEY!, options)
}

/** The password "correct horse battery", as the auth service stores it. */
const passwordHash = '$2b$04$K/oeFUQ8Mf5UvD6gymE5duwol4bWZ0Xsh46asYS9FciQAz.u5MMeC'

/** A token with these claims, signed with a secret. */
export function signToken(claims: object, secret: string): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signed = parts.join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/**
 * A confirmed account that is signed in, with a client that acts as it. Writes the rows and the token that a sign-up
 * would create, which would take ten times as long.
 */
export async function createMember(
  options: { name?: string; admin?: boolean; moderator?: boolean } = {},
): Promise<Member> {
  const { name = 'Member' } = options
  const email = `${randomUUID()}@example.com`
  const [made] = await sql<{ id: string; session_id: string }[]>`
    with account as (
      insert into auth.users (id, aud, role, email, encrypted_password, confirmation_token, confirmation_sent_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${passwordHash}, ${randomUUID()}, now(),
        '{"provider": "email", "providers": ["email"]}', ${sql.json({ name, email })}, now(), now())
      returning id
    ), identity as (
      insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      select gen_random_uuid(), id, 'email', id::text, jsonb_build_object('sub', id, 'email', ${email}::text), now(), now()
      from account
    )
    insert into auth.sessions (id, user_id, aal, created_at, updated_at)
    select gen_random_uuid(), id, 'aal1', now(), now() from account returning user_id as id, id as session_id`
  const { id, session_id } = made!
  await sql`update auth.users set email_confirmed_at = now(), last_sign_in_at = now() where id = ${id}`
  // Also sets an admin's name, which a sign-up would refuse.
  await sql`update public.profiles set name = ${name} where id = ${id}`
  const role = options.admin ? 'admin' : options.moderator ? 'moderator' : null
  if (role) await sql`insert into public.roles (user_id, role) values (${id}, ${role})`
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: id, email, session_id, aud: 'authenticated', role: 'authenticated', aal: 'aal1' }
  const accessToken = signToken({ ...claims, iat: now, exp: now + 3_600 }, TEST_JWT_SECRET!)
  const client = createClient<Database>(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: withoutSession,
    global: { fetch: tellingFetch, headers: { Authorization: `Bearer ${accessToken}` } },
  })
  return {
    id,
    email,
    client,
    accessToken,
    call: async (...asked) => (await client.rpc(...asked).throwOnError()).data as never,
    one: async (...asked) =>
      (
        await client
          .rpc(...asked)
          .single()
          .throwOnError()
      ).data as never,
  }
}

/** Accounts for actingAs without password and session, which are quick to create in large numbers. */
export async function createAccounts(count: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    insert into auth.users (id, email, email_confirmed_at)
    select id, id || '@example.com', now() from (select gen_random_uuid() as id from generate_series(1, ${count})) made
    returning id`
}

/** Runs SQL as PostgREST would for a visitor or a signed-in person. Rolled back unless `keep`. */
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

/** The SQLSTATE that a statement fails with for a role, or null if it succeeds. Always rolled back. */
export async function refusal(who: 'anon' | { id: string }, statement: string): Promise<string | null> {
  return actingAs(who, async (as) => {
    await as.unsafe(statement)
    return null
  }).catch((error: { code: string }) => error.code)
}

/** Creates a post directly in the database. */
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

/** Calls a function over REST by its name. The test decides the type of the result's rows. */
export async function call<T>(
  client: unknown,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ data: T | null; error: { code: string; message: string } | null }> {
  const { data, error } = await (client as SupabaseClient).rpc(name, args)
  return { data: data as T | null, error }
}

/** Begins a transaction as the database's owner. Resolves once it waits for another one or has finished. */
export async function beginBeside<T>(
  run: (as: postgres.TransactionSql) => Promise<T>,
): Promise<{ done: Promise<unknown> }> {
  const begun = Promise.withResolvers<number>()
  let isThrough = false
  const done = sql
    .begin(async (as) => {
      begun.resolve((await as`select pg_backend_pid() as id`)[0]!.id as number)
      return run(as)
    })
    .finally(() => (isThrough = true))
  // Whoever awaits the result gets its error.
  done.catch(() => {})
  const id = await begun.promise
  const isWaiting = async () =>
    (await sql`select cardinality(pg_blocking_pids(${id})) > 0 as waits`)[0]!.waits as boolean
  await expect.poll(async () => isThrough || (await isWaiting())).toBe(true)
  return { done }
}
