import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'

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
    'writes and reads nothing of the account with its token (%s)',
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

  test('is asked for on every table clients may write', async () => {
    const missing = await sql`
      select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
        select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'a_require_presence'
      )`
    expect([...missing]).toEqual([])
  })
})
