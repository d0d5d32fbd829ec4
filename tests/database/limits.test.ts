import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { actingAs, anonClient, createAccounts, createMember, createPost, sql } from '../support/database.ts'

const author = await createMember({ name: 'Author' })

describe('limits', () => {
  test('also apply to direct requests and say when to continue', async () => {
    const person = await createMember()
    await createPost({ authorId: person.id })
    await sql`update public.profiles set created_at = now() - interval '8 days' where id = ${person.id}`
    const [category] = await sql`select id from public.categories where slug = 'new-features'`
    const post = () =>
      person.client
        .from('posts')
        .insert({ category_id: category!.id, title: `Post ${randomUUID()}`, details: '' })
    for (let count = 0; count < 10; count++) expect((await post()).error).toBeNull()
    const { error } = await post()
    expect(error?.message).toMatch(/^You're posting too quickly\. Try again in \d+ minutes\.$/)
    await sql`update private.usage set started_at = now() - interval '2 hours' where user_id = ${person.id}`
    expect((await post()).error).toBeNull()
  })

  test('let exactly as many through when they arrive together', async () => {
    const person = await createMember()
    const post = await createPost()
    await sql`
      insert into private.usage (user_id, action, used)
      select ${person.id}, 'comment', max_count - 3 from private.limits
      where action = 'comment' and standing = 'newcomer'`
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        person.client.from('comments').insert({ post_id: post.id, body: 'Hi' }),
      ),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(3)
    expect(await totals(post.id)).toMatchObject({ comments_total: 3, comments: 3 })
  })

  test('let new accounts that act together write few posts and comments', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => createMember()))
    const post = await createPost()
    const [category] = await sql`select id from public.categories where slug = 'new-features'`
    const answers = await Promise.all(
      people.flatMap(({ client }) => [
        ...Array.from({ length: 10 }, () =>
          client
            .from('posts')
            .insert({ category_id: category!.id, title: `Spam ${randomUUID()}`, details: '' }),
        ),
        ...Array.from({ length: 60 }, () =>
          client.from('comments').insert({ post_id: post.id, body: 'Spam' }),
        ),
      ]),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(4 * (5 + 20))
  }, 180_000)

  test('grow with the age of an account and its posts', async () => {
    const [person] = await createAccounts(1)
    const standing = async (age: string) => {
      await sql`update public.profiles set created_at = now() - ${age}::interval where id = ${person!.id}`
      return (await sql`select private.standing_of(${person!.id}) as is`)[0]!.is
    }
    expect(await standing('23 hours')).toBe('newcomer')
    expect(await standing('25 hours')).toBe('member')
    expect(await standing('8 days')).toBe('member')
    await createPost({ authorId: person!.id })
    expect(await standing('6 days')).toBe('member')
    expect(await standing('8 days')).toBe('regular')
    await sql`insert into public.roles (user_id, role) values (${person!.id}, 'admin')`
    expect(await standing('1 minute')).toBe('regular')
  })

  test('count every kind of edit, but not unchanged saves', async () => {
    const [person] = await createAccounts(1)
    const post = await createPost({ authorId: person!.id })
    const edit = (details: string, times: number) =>
      actingAs(
        person!,
        async (as) => {
          for (let time = 0; time < times; time++) {
            await as`update public.posts set details = ${details + time} where id = ${post.id}`
          }
        },
        { keep: true },
      )
    await edit('x'.repeat(9_000), 20)
    const same = `${'x'.repeat(9_000)}19`
    await actingAs(person!, (as) => as`update public.posts set details = ${same} where id = ${post.id}`)
    await expect(edit('y', 1)).rejects.toThrow(/^You're editing too quickly\. Try again in \d+ minutes\.$/)
  })

  test('count names, image descriptions and restored posts as edits', async () => {
    const spent = async ({ id }: { id: string }) =>
      (await sql`select used from private.usage where user_id = ${id} and action = 'edit'`)[0]?.used ?? 0
    const person = await createMember()
    const { id } = await createPost({ authorId: person.id })
    await sql`
      insert into public.images (post_id, uploader_id, path, width, height)
      values (${id}, ${person.id}, ${`${person.id}/${randomUUID()}.png`}, 1, 1)`
    await person.client.from('profiles').update({ name: 'Another' }).eq('id', person.id).throwOnError()
    expect(await spent(person)).toBe(1)
    await person.client.from('images').update({ alt: 'A view' }).eq('post_id', id).throwOnError()
    expect(await spent(person)).toBe(2)
    const undo = async () => {
      await person.call('delete_post', { post_id: id })
      return person.client.rpc('restore_posts', { post_ids: [id] })
    }
    expect((await undo()).error).toBeNull()
    expect(await spent(person)).toBe(3)
    await sql`update private.usage set used = 20 where user_id = ${person.id}`
    expect((await undo()).status).toBe(429)
  })

  test('bound what an account stores about itself', async () => {
    const person = await createMember()
    const keep = (text: string) => sql`
      update auth.users set raw_user_meta_data = ${sql.json({ name: 'Kim', text })} where id = ${person.id}`
    const kept = async () =>
      (await sql`select raw_user_meta_data as data from auth.users where id = ${person.id}`)[0]!.data
    for (const text of ['x'.repeat(2_000), '<&>'.repeat(110)]) {
      await keep(text)
      expect(await kept()).toEqual({ name: 'Kim', text })
    }
    for (const text of ['x'.repeat(2_100), '<&>'.repeat(120), '漢'.repeat(700)]) {
      await keep(text)
      expect(await kept()).toEqual({ name: 'Kim' })
    }
  })

  test('cut what a stranger puts into someone’s sign-up, so that no one is locked out', async () => {
    const email = `${randomUUID()}@example.com`
    const data = { name: 'Kim', came_from: '&'.repeat(100), junk: 'x'.repeat(5_000) }
    const password = 'correct horse battery'
    expect((await anonClient().auth.signUp({ email, password, options: { data } })).error).toBeNull()
    const [row] = await sql`
      select u.raw_user_meta_data as data from auth.users u where u.email = ${email}`
    expect(row).toMatchObject({ data: { name: 'Kim', email } })
    expect(row!.data).not.toHaveProperty('junk')
    expect(row!.data).not.toHaveProperty('came_from')
  })

  test('count each stored object as at least 64 kB', async () => {
    const [person] = await createAccounts(1)
    const store = (size: number) => sql`
      insert into storage.objects (bucket_id, name, metadata)
      values ('images', ${person!.id} || '/' || gen_random_uuid() || '.png', ${sql.json({ size })})`
    await store(47_185_920 - 2 * 65_536)
    await store(1)
    await store(1)
    await expect(store(1)).rejects.toMatchObject({ code: '42501' })
  })

  test('don’t count the consequences of deleting a post', async () => {
    const { id } = await createPost({ authorId: author.id })
    await sql`insert into public.votes (user_id, post_id) select id, ${id} from public.profiles limit 150`
    expect((await author.client.rpc('delete_post', { post_id: id })).error).toBeNull()
  })
})
