import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actingAs, anonClient, createMember, createPost, refusal, sql } from '../support/database.ts'

const one = { total: 1, is_exact: true }

const [admin, other, member] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
])

const lookedAt = async (id: number) =>
  (
    await sql`select looked_at is not null as looked, looked_by from public.post_triage where post_id = ${id}`
  )[0]
const isNew = { looked: false, looked_by: null }
const byAdmin = () => ({ looked: true, looked_by: admin.id })
const word = () => `w${randomUUID().slice(0, 8)}`
const tag = async (name = word()) =>
  (await admin.client.from('tags').insert({ name }).select('id, name').single().throwOnError()).data
const tagsOf = async (id: number) =>
  (await sql`select tag_id from public.post_tags where post_id = ${id} order by tag_id`).map(
    (row) => row.tag_id,
  )
const note = async (post_id: number, body: string) =>
  (await admin.client.from('post_notes').insert({ post_id, body }).select('id, body').single().throwOnError())
    .data

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
        author: { name: 'Writer', posts_total: 1, comments_total: 1, posts: [{ id: earlier.id }] },
        comments: [{ body: 'And soon', author_name: 'Writer', author_is_team: false }],
        notes: [{ body: 'Ask sales', author_id: admin.id }],
        tags: [tagId],
      },
    ])
    await sql`update public.posts set deleted_at = now() where id = ${second.id}`
    expect((await admin.client.rpc('admin_triage', { post_ids: [second.id] })).data).toEqual([])
  })
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

describe('internal notes', () => {
  test('can only be deleted by their author', async () => {
    const post = await createPost()
    const { id } = await note(post.id, 'Ask sales\r\nfirst  ')
    const { data } = await other.client.from('post_notes').select('body, author_id').eq('id', id).single()
    expect(data).toEqual({ body: 'Ask sales\nfirst', author_id: admin.id })
    expect((await other.client.from('post_notes').delete().eq('id', id).select('id')).data).toEqual([])
    expect((await admin.client.from('post_notes').delete().eq('id', id).select('id')).data).toEqual([{ id }])
    expect(
      (await admin.client.from('post_notes').insert({ post_id: post.id, body: ' ' })).error,
    ).not.toBeNull()
    const long = { post_id: post.id, body: 'x'.repeat(2501) }
    expect((await admin.client.from('post_notes').insert(long)).error).not.toBeNull()
  })

  test('can’t be reached with a deleted post', async () => {
    const post = await createPost()
    await note(post.id, 'Hm')
    await sql`update public.posts set deleted_at = now() where id = ${post.id}`
    expect((await admin.client.from('post_notes').select('id').eq('post_id', post.id)).data).toEqual([])
    expect((await admin.client.from('post_notes').insert({ post_id: post.id, body: 'Hm' })).error?.code).toBe(
      '42501',
    )
  })

  test('are in no response to anyone else', async () => {
    const marker = word()
    const post = await createPost({ authorId: member.id, title: 'About something else' })
    await note(post.id, `${marker} says sales`)
    await member.call('follow_post', { post_id: post.id, wanted: 'all' })
    const blocked = await createMember()
    await admin.call('block_people', { person_ids: [blocked.id], reason: 'spam' })
    const clients = [anonClient(), member.client, blocked.client]
    const answers: unknown[] = []
    for (const client of clients) {
      const asked = await Promise.all([
        client.rpc('search_posts', { query: marker }),
        client.rpc('similar_posts', { query: marker, details: '' }),
        client.rpc('list_comments', { of_post: post.id }),
        client.rpc('list_posts', { order_by: 'newest', max_rows: 100 }),
        client.rpc('merged_posts', { of_post: post.id }),
        client.rpc('votes_on', { post_ids: [post.id] }),
        client.rpc('sitemap_posts', { of_part: 1 }),
        client.rpc('admin_signals', { of_post: post.id }),
        client.from('posts').select('*').eq('id', post.id),
        client.from('posts').select('*, post_notes(*)').eq('id', post.id),
        client.from('post_notes').select('*'),
        client.rpc('admin_triage', { post_ids: [post.id] }),
        client.rpc('admin_post', { post_id: post.id }),
      ])
      answers.push(...asked.map(({ data }) => data))
    }
    answers.push((await member.client.rpc('export_account')).data)
    answers.push((await member.client.rpc('my_notices')).data)
    const feed = await member.call('renew_feed')
    answers.push((await anonClient().rpc('followed_feed', { key: feed })).data)
    answers.push(await sql`select * from private.events where post_id = ${post.id}`)
    answers.push(await sql`select vector::text from private.search_posts where post_id = ${post.id}`)
    answers.push(await sql`select * from public.audit_log where post_id = ${post.id}`)
    expect(JSON.stringify(answers)).not.toContain(marker)
    // Nor are they in anything that notifies, sends, logs or indexes: in no other table of ours.
    const tables = await sql<{ name: string }[]>`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') order by 1`
    const holding: string[] = []
    for (const { name } of tables) {
      const found = await sql`select from ${sql(name)} t where strpos(t::text, ${marker}) > 0 limit 1`
      if (found.count > 0) holding.push(name)
    }
    expect(holding).toEqual(['public.post_notes'])
    const own = await admin.call('export_account')
    expect(JSON.stringify(own)).toContain(marker)
  })
})

describe('people outside the team', () => {
  const tables: [string, string][] = [
    ['post_triage', `update public.post_triage set looked_at = null`],
    [
      'post_notes',
      `insert into public.post_notes (post_id, body) select id, 'Forged' from public.posts limit 1`,
    ],
    ['post_tags', `insert into public.post_tags (post_id, tag_id) values (1, 1)`],
    ['tags', `insert into public.tags (name) values ('forged')`],
  ]
  test.each(tables)('can’t read or write %s', async (table, write) => {
    await note((await createPost()).id, 'Hm')
    expect(await refusal('anon', `select * from public.${table}`)).toBe('42501')
    expect(await refusal('anon', write)).toBe('42501')
    expect(
      await actingAs(member, async (as) => (await as.unsafe(`select * from public.${table}`)).count),
    ).toBe(0)
    expect(await refusal(member, write)).toBe('42501')
    for (const statement of [`delete from public.${table}`, `truncate public.${table}`]) {
      const touched = await actingAs(member, async (as) => (await as.unsafe(statement)).count).catch(
        (error: { code: string }) => error.code,
      )
      expect(['42501', 0]).toContain(touched)
      expect(await refusal('anon', statement)).toBe('42501')
    }
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
