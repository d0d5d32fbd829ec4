import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createMember, sql } from '../support/database.ts'
import { newcomer, signIn, told } from '../support/sign-in.ts'

const addMethod = (id: string, provider = 'github') => sql`
  insert into auth.identities (id, user_id, provider, provider_id, identity_data)
  values (gen_random_uuid(), ${id}, ${provider}, ${randomUUID()}, '{}')`
const removeMethod = (id: string, provider = 'github') =>
  sql`delete from auth.identities where user_id = ${id} and provider = ${provider}`

test('a new device is reported once, a new version of its browser isn’t', async () => {
  const { email, id } = await newcomer()
  await signIn(email, 'Mozilla/5.0 Chrome/140.0')
  await signIn(email, 'Mozilla/5.0 Chrome/141.2')
  expect(await told(id)).toEqual([])
  await signIn(email, 'Mozilla/5.0 (iPhone) Safari/604.1')
  await signIn(email, 'Mozilla/5.0 (iPhone) Safari/604.2')
  expect(await told(id)).toEqual(['device'])
  for (const name of 'abcdefgh') await signIn(email, `Program ${name}`)
  expect(await told(id)).toHaveLength(5)
})

test('a device that was signed out is new again, and so is every device after a new password', async () => {
  const { email, id } = await newcomer()
  const here = await signIn(email)
  const phone = 'Mozilla/5.0 (iPhone) Safari/604.1'
  await signIn(email, phone)
  const { data } = await here.rpc('list_sessions')
  const { id: session_id } = data.find(({ user_agent: name }: { user_agent: string }) => name === phone)
  expect((await here.rpc('end_session', { session_id })).data).toBe(true)
  await signIn(email)
  expect(await told(id)).toEqual(['device'])
  await signIn(email, phone)
  expect(await told(id)).toEqual(['device', 'device'])
  expect((await here.auth.updateUser({ password: 'another horse battery' })).error).toBeNull()
  await sql`update auth.users set encrypted_password = extensions.crypt('correct horse battery', extensions.gen_salt('bf')) where id = ${id}`
  await signIn(email)
  expect((await told(id)).filter((event) => event === 'device')).toHaveLength(3)
})

test('signing out all other devices reports each one that signs in again, but not your own', async () => {
  const { email, id } = await newcomer()
  const here = await signIn(email)
  const phone = 'Mozilla/5.0 (iPhone) Safari/604.1'
  const there = await signIn(email, phone)
  expect((await here.rpc('end_other_sessions')).error).toBeNull()
  expect((await there.rpc('get_viewer')).data).toEqual([])
  expect((await here.rpc('list_sessions')).data).toHaveLength(1)
  await signIn(email)
  expect(await told(id)).toEqual(['device'])
  await signIn(email, phone)
  expect(await told(id)).toEqual(['device', 'device'])
})

test('a program without a user agent counts as a device', async () => {
  const { email, id } = await newcomer()
  await signIn(email)
  const { TEST_SUPABASE_URL: url, TEST_SUPABASE_PUBLISHABLE_KEY: apikey } = process.env
  const sent = request(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers: { apikey } })
  sent.end(JSON.stringify({ email, password: 'correct horse battery' }))
  const [answer] = await once(sent, 'response')
  await text(answer)
  expect(await told(id)).toEqual(['device'])
  // As the auth service writes it.
  await sql`
    insert into auth.sessions (id, user_id, ip, created_at) values (gen_random_uuid(), ${id}, '198.18.0.1', now())`
  expect(await told(id)).toEqual(['device', 'device'])
})

test('new passwords and changed sign-in methods are reported, except while an account is created', async () => {
  const { id } = await newcomer()
  await sql`update auth.users set encrypted_password = 'another' where id = ${id}`
  await addMethod(id)
  await removeMethod(id)
  expect(await told(id)).toEqual(['password', 'linked', 'unlinked'])
  const fresh = await createMember()
  await sql`update auth.users set encrypted_password = 'another' where id = ${fresh.id}`
  expect(await told(fresh.id)).toEqual([])
})

test('linking and unlinking over and over doesn’t flood anyone', async () => {
  const { id } = await newcomer()
  for (let round = 0; round < 8; round++) {
    await addMethod(id)
    await removeMethod(id)
  }
  expect((await told(id)).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 'linked'),
    ...Array.from({ length: 5 }, () => 'unlinked'),
  ])
})

test('no number of emails hides what happens for the first time that day', async () => {
  const { id } = await newcomer()
  for (let round = 0; round < 6; round++) {
    for (const provider of ['github', 'azure', 'keycloak']) {
      await addMethod(id, provider)
      await removeMethod(id, provider)
    }
  }
  expect(await told(id)).toHaveLength(20)
  await addMethod(id, 'google')
  await sql`update auth.users set encrypted_password = 'another' where id = ${id}`
  expect((await told(id)).slice(20)).toEqual(['linked', 'password'])
})

test('the owner of a deleted account gets an email, and then the address is removed', async () => {
  const { email } = await newcomer()
  expect((await (await signIn(email)).rpc('delete_account', { remove_content: false })).error).toBeNull()
  const [mail] = await sql`
    select id, key, private.prepare_mail(key) as prepared from private.mails where about ->> 'to' = ${email}`
  expect(mail!.prepared).toMatchObject({ kind: 'account', event: 'deleted', to: email })
  await sql`select private.settle_mail(${mail!.id}, 1, 'sent', null)`
  expect(await sql`select state, about from private.mails where id = ${mail!.id}`).toEqual([
    { state: 'sent', about: { event: 'deleted' } },
  ])
})

test('the email goes to the address that the account had at the time', async () => {
  const { id, email } = await newcomer()
  await addMethod(id)
  await sql`update auth.users set email = ${`thief-${email}`} where id = ${id}`
  const [mail] = await sql`
    select private.prepare_mail(key) as prepared from private.mails where person_id = ${id} and kind = 'account'`
  expect(mail!.prepared).toMatchObject({ event: 'linked', provider: 'github', to: email })
})
