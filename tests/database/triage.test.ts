import { describe, expect, test } from 'vitest'
import { createMember, createPost, sql } from '../support/database.ts'
import { admin, member, note, other, word } from '../support/triage.ts'

const one = { total: 1, is_exact: true }

const lookedAt = async (id: number) =>
  (
    await sql`select looked_at is not null as looked, looked_by from public.post_triage where post_id = ${id}`
  )[0]
const isNew = { looked: false, looked_by: null }
const byAdmin = () => ({ looked: true, looked_by: admin.id })

const tag = async (name = word()) =>
  (await admin.client.from('tags').insert({ name }).select('id, name').single().throwOnError()).data
const tagsOf = async (id: number) =>
  (await sql`select tag_id from public.post_tags where post_id = ${id} order by tag_id`).map(
    (row) => row.tag_id,
  )

describe('the inbox', () => {
  const found = async (filter: Record<string, unknown>) =>
    (await admin.call('admin_posts', { filter: filter as never })).map(({ id }) => id)

  test('contains a post until a team member reviews it, and again when that is undone', async () => {
    const text = word()
    const [first, second] = [
      await createPost({ title: `${text} a` }),
      await createPost({ title: `${text} b` }),
    ]
    expect(await found({ inbox: true, text })).toEqual([second.id, first.id])
    const { data } = await admin.client.rpc('admin_set_looked', { post_ids: [first.id], wanted: true })
    expect(data).toEqual([first.id])
    expect(await lookedAt(first.id)).toEqual(byAdmin())
    expect(await found({ inbox: true, text })).toEqual([second.id])
    expect((await admin.client.rpc('admin_posts_total', { filter: { inbox: true, text } })).data).toEqual([
      one,
    ])
    await admin.client.rpc('admin_set_looked', { post_ids: [first.id], wanted: false })
    expect(await found({ inbox: true, text })).toEqual([second.id, first.id])
    await sql`update public.posts set deleted_at = now() where id = ${first.id}`
    expect(await found({ inbox: true, text })).toEqual([second.id])
  })

  test.each<[string, (id: number) => PromiseLike<{ error: unknown }>]>([
    ['moves', (id) => admin.client.rpc('admin_set_state', { post_ids: [id], new_state: 'planned' })],
    [
      'moves to a category',
      async (id) => {
        const category = { slug: word(), name: 'Another', position: 9 }
        const { data } = await admin.client
          .from('categories')
          .insert(category)
          .select('id')
          .single()
          .throwOnError()
        return admin.client.rpc('admin_set_category', { post_ids: [id], new_category: data.id })
      },
    ],
    ['answers', (id) => admin.client.from('comments').insert({ post_id: id, body: 'Soon' })],
    ['edits', (id) => admin.client.from('posts').update({ title: 'A better title' }).eq('id', id)],
    ['notes something at', (id) => admin.client.from('post_notes').insert({ post_id: id, body: 'Hm' })],
  ])('has nothing that somebody of the team %s', async (_, decide) => {
    const post = await createPost()
    expect(await lookedAt(post.id)).toEqual(isNew)
    expect((await decide(post.id)).error).toBeNull()
    expect(await lookedAt(post.id)).toEqual(byAdmin())
    // The first review counts.
    await other.client.from('comments').insert({ post_id: post.id, body: 'Me too' }).throwOnError()
    expect(await lookedAt(post.id)).toEqual(byAdmin())
  })

  test('keeps what members change and what the team tags, and has no posts by the team', async () => {
    const post = await createPost({ authorId: member.id })
    await member.client.from('comments').insert({ post_id: post.id, body: 'And more' }).throwOnError()
    await member.client.from('posts').update({ title: 'Another title' }).eq('id', post.id).throwOnError()
    await admin.call('set_vote', { post_id: post.id, wanted: true })
    await admin.call('admin_change_tags', { post_ids: [post.id], added: [(await tag()).id], removed: [] })
    expect(await lookedAt(post.id)).toEqual(isNew)
    const { data } = await admin.client
      .from('posts')
      .insert({ category_id: 1, title: 'Of the team' })
      .select('id')
      .single()
      .throwOnError()
    expect(await lookedAt(data.id)).toEqual(byAdmin())
  })

  test('outlives the reviewer’s account', async () => {
    const leaver = await createMember({ admin: true })
    const post = await createPost()
    await leaver.client.from('post_notes').insert({ post_id: post.id, body: 'Mine' }).throwOnError()
    await sql`delete from auth.users where id = ${leaver.id}`
    expect(await lookedAt(post.id)).toEqual({ looked: true, looked_by: null })
    const [kept] = await sql`select author_id, body from public.post_notes where post_id = ${post.id}`
    expect(kept).toEqual({ author_id: null, body: 'Mine' })
  })
})

describe('posts for triage', () => {
  test('are returned in the given order, with author, comments, notes and tags', async () => {
    const author = await createMember({ name: 'Writer' })
    const earlier = await createPost({ authorId: author.id, title: 'An earlier one' })
    const [first, second] = [
      await createPost({ authorId: author.id, details: 'Because.' }),
      await createPost(),
    ]
    await author.client.from('comments').insert({ post_id: first.id, body: 'And soon' }).throwOnError()
    await note(first.id, 'Ask sales')
    const { id: tagId } = await tag()
    await admin.call('admin_change_tags', { post_ids: [first.id], added: [tagId], removed: [] })
    const data = await admin.call('admin_triage', { post_ids: [second.id, -1, first.id] })
    expect(data).toMatchObject([
      { id: second.id, author: null, comments: [], notes: [], tags: [] },
      {
        id: first.id,
        details: 'Because.',
        author: {
          name: 'Writer',
          has_account: true,
          posts_total: 1,
          comments_total: 1,
          posts: [{ id: earlier.id }],
        },
        comments: [{ body: 'And soon', author_name: 'Writer', author_is_team: false }],
        notes: [{ body: 'Ask sales', author_id: admin.id }],
        tags: [tagId],
      },
    ])
    await sql`update public.posts set deleted_at = now() where id = ${second.id}`
    expect((await admin.client.rpc('admin_triage', { post_ids: [second.id] })).data).toEqual([])
  })
})

test('posts for triage say whose author came with an import', async () => {
  const [imported] = await sql<{ id: string }[]>`
    insert into public.profiles (name, placeholder) values ('Imported', true) returning id`
  const { id } = await createPost({ authorId: imported!.id })
  expect(await admin.call('admin_triage', { post_ids: [id] })).toMatchObject([
    { author: { has_account: false } },
  ])
})

describe('tags', () => {
  test('are added to and removed from many posts at once, reporting exactly what changed', async () => {
    const posts = [await createPost(), await createPost()].map(({ id }) => id)
    const [one, two] = [await tag(), await tag()]
    const change = (added: number[], removed: number[], ids = posts) =>
      admin.client.rpc('admin_change_tags', { post_ids: ids, added, removed }).throwOnError()
    await change([one.id], [], [posts[0]!])
    const { data } = await change([one.id, two.id], [])
    const pairs = (data ?? []).map(({ post_id, tag_id, is_added }) => [post_id, tag_id, is_added].join())
    expect(pairs.toSorted()).toEqual(
      [
        [posts[0], two.id, true].join(),
        [posts[1], one.id, true].join(),
        [posts[1], two.id, true].join(),
      ].toSorted(),
    )
    await change([], [two.id])
    expect(await tagsOf(posts[0]!)).toEqual([one.id])
    const counted = await admin.call('admin_count_tags', { post_ids: posts })
    expect(counted).toEqual([{ tag_id: one.id, posts: 2 }])
    expect((await member.client.rpc('admin_count_tags', { post_ids: posts })).data).toEqual([])
    const found = await admin.call('admin_posts', {
      filter: { tags: [one.name.toUpperCase(), 'no such tag'] },
    })
    expect(found.map(({ id }) => id)).toEqual(posts.toReversed())
  })

  test('have unique names, cleaned, without commas', async () => {
    const name = word()
    expect((await tag(`  ${name},  big  `)).name).toBe(`${name} big`)
    expect((await admin.client.from('tags').insert({ name: `${name.toUpperCase()} BIG` })).error?.code).toBe(
      '23505',
    )
    expect((await admin.client.from('tags').insert({ name: ', ' })).error).not.toBeNull()
    expect((await admin.client.from('tags').insert({ name: 'x'.repeat(41) })).error).not.toBeNull()
  })
})

describe('stale posts', () => {
  test('are open ones without team activity for 90 days', async () => {
    const text = word()
    const add = async (days: number) => {
      const { id } = await createPost({ title: `${text} ${days}` })
      await sql`update public.posts set created_at = now() - make_interval(days => ${days}) where id = ${id}`
      return id
    }
    const [silent, , answered, moved, completed] = [
      await add(200),
      await add(10),
      await add(201),
      await add(202),
      await add(203),
    ]
    await admin.client.from('comments').insert({ post_id: answered!, body: 'We are on it' }).throwOnError()
    await member.client.from('comments').insert({ post_id: silent, body: 'Anybody?' }).throwOnError()
    const states = [
      { post_ids: [moved!], new_state: 'planned' as const },
      { post_ids: [completed!], new_state: 'completed' as const },
    ]
    for (const state of states) await admin.call('admin_set_state', state)
    await sql`update public.post_events set created_at = now() - interval '91 days' where post_id = ${completed!}`
    const stale = async () =>
      (await admin.call('admin_posts', { filter: { stale: true, text } })).map(({ id }) => id)
    expect(await stale()).toEqual([silent])
    expect((await admin.client.rpc('admin_posts_total', { filter: { stale: true, text } })).data).toEqual([
      one,
    ])
    await sql`update public.post_events set created_at = now() - interval '91 days' where post_id = ${moved!}`
    expect(await stale()).toEqual([silent, moved])
  })
})
