import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { actingAs, anonClient, createMember, createPost, sql } from '../support/database.ts'

const password = 'correct horse battery'

/** A sign-up whose address isn’t confirmed yet. */
async function signUp(email = `${randomUUID()}@example.com`) {
  const { data, error } = await anonClient().auth.signUp({
    email,
    password,
    options: { data: { name: 'Kim' } },
  })
  return { email, id: data.user?.id ?? '', data, error }
}

const onlyOf = (id: string) =>
  anonClient().from('profiles').select('id, name', { count: 'exact' }).eq('id', id)

test('a sign-up changes nothing visible until its address is confirmed', async () => {
  const member = await createMember()
  const before = new Date(Date.now() - 1_000)
  const { id } = await signUp()
  await sql`update public.profiles set created_at = now() - interval '2 days' where id = ${id}`
  expect((await member.client.rpc('describe_people', { people: [id] })).data).toEqual([])
  const mention = { post_id: (await createPost()).id, body: '@New member', mentions: [id] }
  await member.client.rpc('create_comment', { ...mention, sent_key: randomUUID() }).throwOnError()
  expect(await sql`select from private.mentions where person_id = ${id}`).toHaveLength(0)
  for (const client of [anonClient(), member.client]) {
    const { data, count } = await client.from('profiles').select('id', { count: 'exact' }).eq('id', id)
    expect([data, count]).toEqual([[], 0])
  }
  const people = () => sql`select sum(count)::int as count from private.insight_days where kind = 'person'`
  await sql`select private.count_insights()`
  const counted = (await people())[0]!.count

  await sql`update auth.users set email_confirmed_at = now() where id = ${id}`
  expect((await onlyOf(id)).data).toHaveLength(1)
  const [row] = await sql`select created_at from public.profiles where id = ${id}`
  expect(row!.created_at.getTime()).toBeGreaterThan(before.getTime())
  await sql`select private.count_insights()`
  expect((await people())[0]!.count).toBeGreaterThan(counted)
})

test('accounts that the service admits without confirmation are visible', async () => {
  const { id } = await signUp()
  await sql`update auth.users set last_sign_in_at = now() where id = ${id}`
  expect((await onlyOf(id)).data).toEqual([{ id, name: 'New member' }])
})

test('no one is hidden again, whatever the service records later', async () => {
  const { id } = await createMember()
  const [before] = await sql`select created_at from public.profiles where id = ${id}`
  await sql`update auth.users set email_confirmed_at = null, last_sign_in_at = null where id = ${id}`
  await sql`update auth.users set last_sign_in_at = now() where id = ${id}`
  expect((await onlyOf(id)).data).toHaveLength(1)
  expect((await sql`select created_at from public.profiles where id = ${id}`)[0]).toEqual(before)
})

test('no one can make themselves visible or invisible', async () => {
  const { id } = await createMember()
  const hide = actingAs({ id }, (as) => as`update public.profiles set is_public = false where id = ${id}`)
  await expect(hide).rejects.toMatchObject({ code: '42501' })
})

test('the auth service answers a sign-up the same with and without an account', async () => {
  const [confirmed, waiting] = [(await createMember()).email, (await signUp()).email]
  const shapes = []
  for (const email of [`${randomUUID()}@example.com`, waiting, confirmed, confirmed]) {
    const { data, error } = await signUp(email)
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    const { id, identities, ...user } = data.user!
    expect(Date.now() - Date.parse(user.created_at)).toBeLessThan(10_000)
    const plain = JSON.stringify({ user, identities })
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}@/g, 'someone@')
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
    shapes.push(plain)
  }
  expect([...new Set(shapes)]).toHaveLength(1)
})

test('and doesn’t change the existing account', async () => {
  const { email, id } = await signUp()
  const account = () => sql`select * from auth.users where id = ${id}`
  const before = await account()
  const again = await anonClient().auth.signUp({
    email,
    password: 'of a stranger',
    options: { data: { name: 'X' } },
  })
  expect(again.data.user!.id).not.toBe(id)
  expect(await account()).toEqual(before)
})

test('a confirmation is sent again, once a minute', async () => {
  const { email, id } = await signUp()
  const again = async () => (await anonClient().auth.resend({ type: 'signup', email })).error?.code
  expect(await again()).toBe('over_email_send_rate_limit')
  await sql`
    update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 minute' where id = ${id}`
  expect(await again()).toBeUndefined()
  expect(await again()).toBe('over_email_send_rate_limit')
})
