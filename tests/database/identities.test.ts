import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMember, sql } from '../support/database.ts'
import { signIn } from '../support/sign-in.ts'

/** An account with exactly these sign-in methods. */
async function createAccount(...providers: string[]) {
  const { id, email } = await createMember()
  for (const provider of providers) {
    await sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (${randomUUID()}, ${provider}, ${randomUUID()}, ${id}, ${sql.json({ sub: id, email })})`
  }
  await sql`delete from auth.identities where user_id = ${id} and not provider = any (${providers})`
  return id
}

const providersOf = async (id: string) =>
  (await sql`select provider from auth.identities where user_id = ${id}`).map(({ provider }) => provider)

test('an account keeps its last sign-in method', async () => {
  const id = await createAccount('github', 'google')
  await sql`delete from auth.identities where user_id = ${id} and provider = 'github'`
  await expect(sql`delete from auth.identities where user_id = ${id}`).rejects.toThrow('last sign-in method')
  expect(await providersOf(id)).toEqual(['google'])
})

test('and the one of its address, which the auth service would replace with another method’s', async () => {
  const { id, email } = await createMember()
  for (const [provider, address] of [
    ['github', `of-a-thief-${email}`],
    ['google', email],
  ]) {
    await sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (${randomUUID()}, ${provider!}, ${randomUUID()}, ${id}, ${sql.json({ sub: id, email: address! })})`
  }
  const remove = (provider: string) =>
    sql`delete from auth.identities where user_id = ${id} and provider = ${provider}`
  await remove('google')
  await expect(remove('email')).rejects.toThrow('the one that its address comes from')
  await remove('github')
  expect(await providersOf(id)).toEqual(['email'])
})

test('also when two are removed at once', async () => {
  const id = await createAccount('github', 'google')
  const removed = await Promise.allSettled(
    ['github', 'google'].map((provider) =>
      sql.begin(async (as) => {
        await as`delete from auth.identities where user_id = ${id} and provider = ${provider}`
        await as`select pg_sleep(0.2)`
      }),
    ),
  )
  expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await providersOf(id)).toHaveLength(1)
})

test('a deleted account removes its sign-in methods', async () => {
  const id = await createAccount('github')
  await sql`delete from auth.users where id = ${id}`
  expect(await providersOf(id)).toEqual([])
})

test('another site is only linked to an account right after a sign-in', async () => {
  const { id, email } = await createMember()
  await signIn(email)
  const begin = (account: string | null) => sql`
    insert into auth.flow_state (id, authentication_method, provider_type, linking_target_id)
    values (${randomUUID()}, 'oauth', 'github', ${account})`
  await begin(id)
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`
  await expect(begin(id)).rejects.toThrow('Sign in again')
  await begin(null)
})
