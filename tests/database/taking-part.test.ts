import { beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { removeOrphans } from '../../lib/remove-orphans.ts'
import {
  actingAs,
  createAccounts,
  anonClient,
  createMember,
  createPost,
  type Member,
  sql,
} from '../support/database.ts'

const asWebp = { contentType: 'image/webp' }
let author: Member
let other: Member
let admin: Member

beforeAll(async () => {
  ;[author, other, admin] = await Promise.all([
    createMember({ name: 'Author' }),
    createMember({ name: 'Other' }),
    createMember({ name: 'Admin', admin: true }),
  ])
})

const totals = async (id: number) =>
  (
    await sql`
      select p.votes_total, p.comments_total,
             (select count(*)::int from public.votes v where v.post_id = p.id) as votes,
             (select count(*)::int from public.comments c where c.post_id = p.id and c.deleted_at is null) as comments
      from public.posts p where p.id = ${id}`
  )[0]

const miscounts = (ids: number[]) => sql`select * from private.find_miscounts() where id = any (${ids})`

describe('a vote', () => {
  test('is what was asked for, however often it is asked', async () => {
    const { id } = await createPost()
    for (const wanted of [true, true, false, false, true]) {
      const { data, error } = await other.client.rpc('set_vote', { post_id: id, wanted }).single()
      expect(error).toBeNull()
      expect(data).toEqual({ voted: wanted, votes_total: wanted ? 1 : 0 })
    }
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('counts once when twenty requests of one person arrive together', async () => {
    const { id } = await createPost()
    const person = await createMember()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.client.rpc('set_vote', { post_id: id, wanted: true }).single()),
    )
    expect(answers.filter(({ error }) => error).map(({ error }) => error)).toEqual([])
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('is refused to a visitor, and on a post that is gone', async () => {
    const { id } = await createPost()
    expect((await anonClient().rpc('set_vote', { post_id: id, wanted: true })).error?.code).toBe('42501')
    await sql`delete from public.posts where id = ${id}`
    const gone = 'This post no longer exists.'
    expect((await other.client.rpc('set_vote', { post_id: id, wanted: true })).error?.message).toContain(gone)
    expect((await other.client.rpc('set_vote', { post_id: id, wanted: false })).error?.message).toContain(
      gone,
    )
  })

  test('of a thousand people at once counts a thousand, and of a hundred toggling people what is there', async () => {
    const { id } = await createPost()
    const people = await createAccounts(1000)
    await Promise.all(
      people.map((person) =>
        actingAs(person, (as) => as`select * from public.set_vote(${id}, true)`, { keep: true }),
      ),
    )
    expect(await totals(id)).toMatchObject({ votes_total: 1000, votes: 1000 })
    await Promise.all(
      people.slice(0, 100).map(async (person) => {
        for (let round = 0; round < 50; round++) {
          await actingAs(person, (as) => as`select * from public.set_vote(${id}, ${Math.random() < 0.5})`, {
            keep: true,
          })
        }
      }),
    )
    const after = await totals(id)
    expect(after!.votes_total).toBe(after!.votes)
    expect(after!.votes).toBeGreaterThanOrEqual(900)
    expect([...(await miscounts([id]))]).toEqual([])
  }, 60_000)
})

describe('an edit', () => {
  test('that starts from an older text is told and changes nothing', async () => {
    const { id } = await createPost({ authorId: author.id, title: `First ${randomUUID()}` })
    const edit = (client: Member['client'], title: string, seen: number) =>
      client
        .rpc('edit_post', { post_id: id, new_title: title, new_details: 'Text', seen_revision: seen })
        .single()
    expect((await edit(author.client, 'By the author', 0)).data).toMatchObject({
      status: 'saved',
      revision: 1,
    })
    expect((await edit(admin.client, 'By the admin', 0)).data).toMatchObject({
      status: 'conflict',
      title: 'By the author',
      revision: 1,
    })
    expect((await edit(other.client, 'By another', 1)).error?.code).toBe('42501')
    expect((await edit(admin.client, 'By the admin', 1)).data).toMatchObject({ status: 'saved' })
    const [row] = await sql`select title, slug, edited_at from public.posts where id = ${id}`
    expect(row!.title).toBe('By the admin')
    expect(row!.slug).toMatch(/^first-/)
    expect(row!.edited_at).not.toBeNull()
  })

  test('of a comment is its author’s alone', async () => {
    const post = await createPost()
    const { data } = await other.client
      .from('comments')
      .insert({ post_id: post.id, body: 'One' })
      .select('id')
      .single()
    const edit = (client: Member['client'], seen: number) =>
      client.rpc('edit_comment', { comment_id: data!.id, new_body: 'Two', seen_revision: seen }).single()
    expect((await edit(author.client, 0)).error?.code).toBe('42501')
    expect((await edit(admin.client, 0)).error?.code).toBe('42501')
    expect((await edit(other.client, 0)).data).toMatchObject({ status: 'saved', revision: 1 })
    expect((await edit(other.client, 0)).data).toMatchObject({ status: 'conflict', body: 'Two' })
  })
})

describe('what is sent again with its key', () => {
  test('is one comment, also when it comes at once, and the same words with another key are two', async () => {
    const person = await createMember()
    const post = await createPost()
    const key = randomUUID()
    const say = (sent_key: string, by = person) =>
      by.client
        .rpc('create_comment', { post_id: post.id, parent_id: null as never, body: 'Twice', sent_key })
        .single()
    const answers = await Promise.all(Array.from({ length: 6 }, () => say(key)))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect((await say(randomUUID())).data!.id).not.toBe(answers[0]!.data!.id)
    expect((await say(key, other)).data!.id).not.toBe(answers[0]!.data!.id)
    expect(await totals(post.id)).toMatchObject({ comments_total: 3, comments: 3 })
    await person.client.rpc('delete_comment', { comment_id: answers[0]!.data!.id })
    expect((await say(key)).data).toBeNull()
  })

  test('is one post; a refused one leaves its key free', async () => {
    const person = await createMember()
    const [category] = await sql`select id from public.categories where slug = 'new-features'`
    const key = randomUUID()
    const post = (title: string) =>
      person.client
        .rpc('create_post', { category_id: category!.id, title, details: '', sent_key: key })
        .single()
    expect((await post('x')).error).not.toBeNull()
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('The same post')))
    expect(new Set(answers.map(({ data }) => data?.slug)).size).toBe(1)
    expect(await sql`select 1 from public.posts where author_id = ${person.id}`).toHaveLength(1)
    expect(
      (await anonClient().rpc('create_post', { category_id: 1, title: 'Hello', details: '', sent_key: key }))
        .error,
    ).not.toBeNull()
  })
})

describe('a comment', () => {
  const say = async (body: string, more: object = {}) => {
    const post = await createPost()
    return other.client
      .from('comments')
      .insert({ post_id: post.id, body, ...more })
      .select('body')
      .single()
  }

  test.each([
    ['one character', 'a'],
    ['2500 characters', 'x'.repeat(2500)],
    ['2500 emoji', '🎉'.repeat(2500)],
    ['combining marks', 'é'.normalize('NFD').repeat(1250)],
  ])('may have %s', async (_, body) => {
    expect((await say(body)).error).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['spaces only', ' \n\t '],
    ['zero-width characters only', '\u200b\u200d\u2060'],
    ['2501 characters', 'x'.repeat(2501)],
    ['2501 emoji', '🎉'.repeat(2501)],
  ])('may not have %s', async (_, body) => {
    expect((await say(body)).error).not.toBeNull()
  })

  test('cannot say who wrote it, when, or how many answered', async () => {
    for (const forged of [
      { author_id: author.id },
      { created_at: '2020-01-01' },
      { replies_total: 9 },
      { deleted_at: '2020-01-01' },
      { revision: 7 },
    ]) {
      expect((await say('Forged', forged)).error, JSON.stringify(forged)).not.toBeNull()
    }
  })

  test('answers a comment of its own post, one level deep', async () => {
    const [post, elsewhere] = [await createPost(), await createPost()]
    const add = (postId: number, parent: number | null) =>
      other.client
        .from('comments')
        .insert({ post_id: postId, parent_id: parent, body: 'Hi' })
        .select('id')
        .single()
    const top = (await add(post.id, null)).data!.id
    const reply = (await add(post.id, top)).data!.id
    expect((await add(elsewhere.id, top)).error).not.toBeNull()
    expect((await add(post.id, reply)).error).not.toBeNull()
    await sql`
      insert into public.images (comment_id, uploader_id, path, width, height)
      values (${top}, ${other.id}, ${other.id} || '/' || gen_random_uuid() || '.png', 10, 10)`
    await other.client.rpc('delete_comment', { comment_id: top })
    expect((await sql`select 1 from public.images where comment_id = ${top}`).length).toBe(0)
    expect((await add(post.id, top)).error).not.toBeNull()
    expect(await totals(post.id)).toMatchObject({ comments_total: 1, comments: 1 })
  })
})

describe('a deleted post', () => {
  test('comes back within a minute with all that hung on it', async () => {
    const title = `Comes back ${randomUUID()}`
    const { id, slug } = await createPost({ authorId: author.id, title })
    await other.client.rpc('set_vote', { post_id: id, wanted: true })
    const { data: comment } = await other.client
      .from('comments')
      .insert({ post_id: id, body: 'Comment' })
      .select('id')
      .single()
    await author.client.from('comments').insert({ post_id: id, parent_id: comment!.id, body: 'Reply' })
    await admin.client.rpc('set_post_state', { post_id: id, new_state: 'planned', public_note: 'Soon' })
    const path = `${author.id}/${randomUUID()}.webp`
    await author.client.from('images').insert({ post_id: id, path, width: 10, height: 10, alt: 'Alt' })
    const picture = async () => ({
      post: (await sql`select * from public.posts where id = ${id}`)[0],
      comments: [...(await sql`select * from public.comments where post_id = ${id} order by id`)],
      votes: [...(await sql`select * from public.votes where post_id = ${id}`)],
      events: [...(await sql`select * from public.post_events where post_id = ${id}`)],
      images: [...(await sql`select * from public.images where post_id = ${id}`)],
      addresses: [...(await sql`select * from public.post_addresses where post_id = ${id}`)],
    })
    const before = await picture()

    expect((await other.client.rpc('delete_post', { post_id: id })).error?.code).toBe('42501')
    expect((await author.client.rpc('delete_post', { post_id: id })).data).toBe(true)
    expect((await author.client.rpc('delete_post', { post_id: id })).data).toBe(false)
    expect((await anonClient().from('posts').select('id').eq('slug', slug)).data).toEqual([])
    expect((await anonClient().from('comments').select('id').eq('post_id', id)).data).toEqual([])
    expect((await sql`select 1 from private.removed_objects where path = ${path}`).length).toBe(1)

    expect((await other.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(0)
    expect((await author.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(1)
    expect(await picture()).toEqual(before)
    expect((await sql`select 1 from private.removed_objects where path = ${path}`).length).toBe(0)
    expect([...(await miscounts([id, comment!.id]))]).toEqual([])
    expect((await author.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(0)
  })

  test('does not come back after a minute', async () => {
    const { id } = await createPost({ authorId: author.id })
    await author.client.rpc('delete_post', { post_id: id })
    await sql`update private.deleted_posts set deleted_at = now() - interval '61 seconds' where post_id = ${id}`
    expect((await author.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(0)
  })

  test('with a thousand others leaves nothing behind, and only an admin may', async () => {
    const word = randomUUID()
    const rows = await sql<{ id: string }[]>`
      insert into public.posts (category_id, author_id, title, details)
      select c.id, ${author.id}, ${word} || n, '' from public.categories c, generate_series(1, 1000) n
      where c.slug = 'new-features' returning id`
    const ids = rows.map(({ id }) => Number(id))
    await sql`insert into public.votes (user_id, post_id) select ${other.id}, unnest(${ids}::bigint[])`
    await sql`insert into public.comments (post_id, author_id, body) select unnest(${ids}::bigint[]), ${other.id}, 'Hi'`
    const paths = ids.slice(0, 20).map(() => `${author.id}/${randomUUID()}.webp`)
    for (const [index, path] of paths.entries()) {
      const stored = await author.client.storage.from('images').upload(path, new Uint8Array([1]), asWebp)
      expect(stored.error).toBeNull()
      await sql`
        insert into public.images (post_id, uploader_id, path, width, height)
        values (${ids[index]!}, ${author.id}, ${path}, 10, 10)`
    }
    expect((await author.client.rpc('delete_posts', { post_ids: ids })).error?.code).toBe('42501')
    expect((await admin.client.rpc('delete_posts', { post_ids: ids })).data).toBe(1000)
    const [left] = await sql`
      select (select count(*) from public.votes where post_id = any (${ids}))
           + (select count(*) from public.comments where post_id = any (${ids}))
           + (select count(*) from public.post_addresses where post_id = any (${ids}))
           + (select count(*) from public.images where path = any (${paths}))
           + (select count(*) from private.search_posts where post_id = any (${ids})) as rows`
    expect(Number(left!.rows)).toBe(0)
    expect([...(await sql`select * from private.find_miscounts() where kind like 'posts of%'`)]).toEqual([])
    await sql`update private.removed_objects set removed_at = now() - interval '61 seconds' where path = any (${paths})`
    await removeOrphans(admin.client)
    expect((await sql`select 1 from storage.objects where name = any (${paths})`).length).toBe(0)
    expect((await sql`select 1 from private.removed_objects where path = any (${paths})`).length).toBe(0)
  }, 60_000)
})

describe('limits', () => {
  test('hold for direct requests as well and say when to go on', async () => {
    const person = await createMember()
    const [category] = await sql`select id from public.categories where slug = 'new-features'`
    const post = () =>
      person.client
        .from('posts')
        .insert({ category_id: category!.id, title: `Post ${randomUUID()}`, details: '' })
    for (let count = 0; count < 10; count++) expect((await post()).error).toBeNull()
    const { error } = await post()
    expect(error?.message).toMatch(/^You have posted a lot\. Try again in \d+ minutes\.$/)
    await sql`update private.usage set started_at = now() - interval '2 hours' where user_id = ${person.id}`
    expect((await post()).error).toBeNull()
  })

  test('let exactly as many through when they come together', async () => {
    const person = await createMember()
    const post = await createPost()
    await sql`
      insert into private.usage (user_id, action, used)
      select ${person.id}, 'comment', max_count - 3 from private.limits where action = 'comment'`
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        person.client.from('comments').insert({ post_id: post.id, body: 'Hi' }),
      ),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(3)
    expect(await totals(post.id)).toMatchObject({ comments_total: 3, comments: 3 })
  })

  test('do not count what follows from deleting a post', async () => {
    const { id } = await createPost({ authorId: author.id })
    await sql`insert into public.votes (user_id, post_id) select id, ${id} from public.profiles limit 150`
    expect((await author.client.rpc('delete_post', { post_id: id })).error).toBeNull()
  })
})

test('a damaged count is found and mended', async () => {
  const { id } = await createPost()
  await sql`update public.posts set votes_total = 7 where id = ${id}`
  expect([...(await miscounts([id]))]).toEqual([
    { kind: 'votes of a post', id: String(id), stored: 7, counted: 0 },
  ])
  await sql`select private.mend_counts()`
  expect([...(await miscounts([id]))]).toEqual([])
})
