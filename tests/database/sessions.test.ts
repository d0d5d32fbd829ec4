import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'

const password = 'correct horse battery'
const asWebp = { contentType: 'image/webp' }

test('a new password ends the other sessions when the site asks for it', async () => {
  const person = await createMember()
  const [here, there] = [anonClient(), anonClient()]
  await here.auth.signInWithPassword({ email: person.email, password })
  const { data } = await there.auth.signInWithPassword({ email: person.email, password })
  expect((await here.auth.updateUser({ password: 'another long password' })).error).toBeNull()
  await here.auth.signOut({ scope: 'others' })
  expect(
    (await there.auth.refreshSession({ refresh_token: data.session!.refresh_token })).error,
  ).not.toBeNull()
  const { data: mine } = await here.auth.getSession()
  expect((await here.auth.refreshSession({ refresh_token: mine.session!.refresh_token })).error).toBeNull()
})

test('a sign-in elsewhere lets no old session choose a new password', async () => {
  const { id, email } = await createMember()
  const [stolen, owner] = [anonClient(), anonClient()]
  const { data } = await stolen.auth.signInWithPassword({ email, password })
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`
  await owner.auth.signInWithPassword({ email, password })
  const own = (await sql`select id from auth.sessions where user_id = ${id} order by created_at desc`)[0]!.id
  const old = JSON.parse(atob(data.session!.access_token.split('.')[1]!)).session_id as string
  // As the auth service does it: the session that asks is the one that stays.
  const choose = (kept: string) =>
    sql.begin(async (as) => {
      await as`update auth.users set encrypted_password = ${randomUUID()} where id = ${id}`
      await as`delete from auth.sessions where user_id = ${id} and id <> ${kept}`
    })
  await expect(choose(old)).rejects.toThrow('Sign in again')
  expect((await anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  await choose(own)
  expect((await anonClient().auth.signInWithPassword({ email, password })).error).not.toBeNull()
})

test('signing out on this device leaves the others signed in', async () => {
  const person = await createMember()
  const [here, there] = [anonClient(), anonClient()]
  await here.auth.signInWithPassword({ email: person.email, password })
  const { data } = await there.auth.signInWithPassword({ email: person.email, password })
  await here.auth.signOut({ scope: 'local' })
  const { refresh_token } = data.session!
  expect((await there.auth.refreshSession({ refresh_token })).error).toBeNull()
})

describe('a session that has ended', () => {
  async function ended(how: 'signed out' | 'new password' | 'banned') {
    const person = await createMember({ admin: true })
    const post = await createPost({ authorId: person.id })
    const elsewhere = anonClient()
    await elsewhere.auth.signInWithPassword({ email: person.email, password })
    if (how === 'signed out') await elsewhere.auth.signOut({ scope: 'global' })
    if (how === 'new password') {
      await elsewhere.auth.updateUser({ password: 'another long password' })
      await elsewhere.auth.signOut({ scope: 'others' })
    }
    if (how === 'banned') {
      await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${person.id}`
    }
    return { ...person, post }
  }

  test.each(['signed out', 'new password', 'banned'] as const)(
    'can’t write or read anything of the account with its token (%s)',
    async (how) => {
      const { client, id, post } = await ended(how)
      const [category] = await sql`select id from public.categories order by id limit 1`
      const target = await createPost()
      const refused = [
        await client.from('posts').insert({ category_id: category!.id, title: 'Ghost', details: 'x' }),
        await client.from('posts').update({ title: 'Ghost' }).eq('id', post.id),
        await client.from('posts').delete().eq('id', post.id),
        await client.from('comments').insert({ post_id: target.id, body: 'Ghost' }),
        await client.from('votes').insert({ post_id: target.id }),
        await client.from('profiles').update({ name: 'Ghost' }).eq('id', id),
        await client.rpc('set_vote', { post_id: target.id, wanted: true }),
        await client.rpc('delete_post', { post_id: post.id }),
        await client.rpc('delete_posts', { post_ids: [target.id] }),
        await client.rpc('admin_posts', {}),
        await client.rpc('admin_set_state', { post_ids: [target.id], new_state: 'planned' }),
        await client.rpc('delete_account', { remove_content: true }),
        await client.storage.from('images').upload(`${id}/${randomUUID()}.webp`, new Uint8Array([1]), asWebp),
      ]
      expect(refused.filter(({ error }) => error === null)).toEqual([])
      expect((await client.rpc('get_viewer')).data).toEqual([])
      expect((await client.rpc('export_account')).data).toBeNull()
      expect([
        ...(await sql`select title like 'Ghost' as changed from public.posts where id in (${post.id}, ${target.id})`),
      ]).toEqual([{ changed: false }, { changed: false }])
    },
  )

  test('is checked on every table that clients may write', async () => {
    const missing = await sql`
      select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
        select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'a_require_presence'
      )`
    expect([...missing]).toEqual([])
  })
})

const other = 'another horse battery'

/** A client with its own session, `minutes` after it started. */
async function sessionOf(person: Member, minutes = 0) {
  const client = anonClient()
  await client.auth.signInWithPassword({ email: person.email, password })
  await sql`
    update auth.sessions set created_at = now() - ${minutes} * interval '1 minute' where id = (
      select id from auth.sessions where user_id = ${person.id} order by created_at desc limit 1)`
  return client
}

/** Someone who signed in long ago, with a token that is still valid. */
async function signedInLongAgo() {
  const person = await createMember()
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${person.id}`
  return { person, client: await sessionOf(person, 11) }
}

/** Makes everything about a person’s sign-ins that much older. */
async function letPass(person: Member, time: string): Promise<void> {
  await sql`
    update auth.sessions set created_at = created_at - ${time}::interval where user_id = ${person.id}`
  await sql`
    update auth.users set recovery_sent_at = recovery_sent_at - ${time}::interval where id = ${person.id}`
}

/** A client with a session from the link of a recovery email. */
async function recover(person: Member) {
  await anonClient().auth.resetPasswordForEmail(person.email)
  const [row] = await sql`select recovery_token from auth.users where id = ${person.id}`
  const client = anonClient()
  const { error } = await client.auth.verifyOtp({ token_hash: row!.recovery_token, type: 'recovery' })
  if (error) throw error
  return client
}

const isThere = async (person: Member) =>
  (await sql`select 1 from auth.users where id = ${person.id}`).length === 1

describe('deleting an account', () => {
  test('is refused for a session that started long ago, however often it is refreshed', async () => {
    const { person, client } = await signedInLongAgo()
    await client.auth.refreshSession()
    const { error } = await client.rpc('delete_account', { remove_content: true })
    expect(error?.code).toBe('42501')
    expect(await isThere(person)).toBe(true)
  })

  test('works for someone who just signed in', async () => {
    const { person } = await signedInLongAgo()
    const { error } = await (await sessionOf(person)).rpc('delete_account', { remove_content: false })
    expect(error).toBeNull()
    expect(await isThere(person)).toBe(false)
  })
})

describe('a new password', () => {
  test('is refused for a session that started long ago', async () => {
    const { person, client } = await signedInLongAgo()
    expect((await client.auth.updateUser({ password: other })).error).not.toBeNull()
    expect((await anonClient().auth.signInWithPassword({ email: person.email, password })).error).toBeNull()
  })

  test('is refused for an old session even if its owner has just signed in with another', async () => {
    const { person, client: old } = await signedInLongAgo()
    await sessionOf(person)
    const { error } = await old.auth.updateUser({ password: other })
    expect(error).toMatchObject({ status: 403, message: 'Sign in again before you change your password.' })
    expect((await anonClient().auth.signInWithPassword({ email: person.email, password })).error).toBeNull()
  })

  test('is refused by the database, whichever service asks for it', async () => {
    const { person } = await signedInLongAgo()
    const change = sql`update auth.users set encrypted_password = 'x' where id = ${person.id}`
    await expect(change).rejects.toMatchObject({ code: '42501', hint: 'not_fresh' })
  })

  test('can be set by someone who just signed in, and ends every other session', async () => {
    const { person, client: old } = await signedInLongAgo()
    const client = await sessionOf(person)
    expect((await client.auth.updateUser({ password: other })).error).toBeNull()
    expect((await client.rpc('get_viewer').single()).data).toMatchObject({ id: person.id })
    expect((await old.rpc('get_viewer')).data ?? []).toEqual([])
    expect((await old.auth.refreshSession()).error).not.toBeNull()
  })

  test('can be set by an operator when no one is signed in', async () => {
    const person = await createMember()
    await sql`delete from auth.sessions where user_id = ${person.id}`
    const changed = await sql`update auth.users set encrypted_password = 'x' where id = ${person.id}`
    expect(changed.count).toBe(1)
  })
})

describe('a recovery', () => {
  test('only starts with the link of an email', async () => {
    const person = await createMember()
    const signedIn = await sessionOf(person)
    expect((await signedIn.rpc('is_recovering')).data).toBe(false)
    await anonClient().auth.resetPasswordForEmail(person.email)
    expect((await signedIn.rpc('is_recovering')).data).toBe(false)
    expect((await (await recover(person)).rpc('is_recovering')).data).toBe(true)
  })

  test('ends with the new password, and after ten minutes', async () => {
    const person = await createMember()
    const client = await recover(person)
    await letPass(person, '9 minutes')
    expect((await client.rpc('is_recovering')).data).toBe(true)
    expect((await client.auth.updateUser({ password: other })).error).toBeNull()
    expect((await client.rpc('is_recovering')).data).toBe(false)
    const late = await recover(person)
    await letPass(person, '11 minutes')
    expect((await late.rpc('is_recovering')).data).toBe(false)
    expect((await late.auth.updateUser({ password })).error).not.toBeNull()
  })
})

test('the server itself has no account to delete', async () => {
  expect((await serverClient().rpc('delete_account', { remove_content: true })).error?.code).toBe('42501')
})
