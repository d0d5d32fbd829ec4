import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call, createMember, createPost, sql } from '../support/database.ts'

type Outcome = { post_id: number; outcome: string }

const [admin, second] = await Promise.all([createMember({ admin: true }), createMember({ admin: true })])

const setState = (args: Record<string, unknown>, as = admin) =>
  call<Outcome[]>(as.client, 'admin_set_state', args)
const setCategory = (args: Record<string, unknown>) =>
  call<Outcome[]>(admin.client, 'admin_set_category', args)
const stateOf = async (id: number) =>
  (await sql`select state from public.posts where id = ${id}`)[0]!.state as string

async function createCategory(): Promise<{ id: number; slug: string }> {
  const slug = `blk-${randomUUID().slice(0, 8)}`
  const [row] = await sql`insert into public.categories (slug, name) values (${slug}, 'Bulk') returning id`
  return { id: row!.id as number, slug }
}

describe('setting the state of many posts', () => {
  test('goes from any state to any other', async () => {
    const states = ['proposed', 'candidate', 'planned', 'in-progress', 'completed'] as const
    for (const from of states) {
      for (const to of states.filter((state) => state !== from)) {
        const { id } = await createPost()
        await sql`update public.posts set state = ${from} where id = ${id}`
        const { data } = await admin.client.rpc('admin_set_state', { post_ids: [id], new_state: to })
        expect(data, `${from} to ${to}`).toEqual([
          { post_id: id, outcome: 'done', category_slug: 'new-features', note: null },
        ])
        const events = await sql`select from_state, to_state from public.post_events where post_id = ${id}`
        expect([...events]).toEqual([{ from_state: from, to_state: to }])
      }
    }
  })

  test('reports the outcome for each', async () => {
    const [one, two, three, four] = await Promise.all([
      createPost(),
      createPost(),
      createPost(),
      createPost(),
    ])
    await sql`update public.posts set state = 'candidate' where id = ${two!.id}`
    await sql`update public.posts set state = 'planned' where id = ${three!.id}`
    const { data, error } = await setState({
      post_ids: [four!.id, one!.id, two!.id, three!.id, 999_999_999, one!.id],
      new_state: 'planned',
      public_note: 'Soon.',
      seen: { [one!.id]: 'proposed', [two!.id]: 'proposed', [three!.id]: 'planned', 999999999: 'proposed' },
    })
    expect(error).toBeNull()
    const outcomes = Object.fromEntries(data!.map(({ post_id, outcome }) => [post_id, outcome]))
    expect(outcomes).toEqual({
      [one!.id]: 'done',
      [two!.id]: 'conflict',
      [three!.id]: 'unchanged',
      [four!.id]: 'conflict',
      999999999: 'missing',
    })
    expect(data).toHaveLength(5)
    expect(await Promise.all([one, two, four].map((post) => stateOf(post!.id)))).toEqual([
      'planned',
      'candidate',
      'proposed',
    ])
    const events = await sql`
      select actor_id, from_state, to_state, note from public.post_events where post_id in (${one!.id}, ${two!.id}, ${three!.id}, ${four!.id})`
    expect([...events]).toEqual([
      { actor_id: admin.id, from_state: 'proposed', to_state: 'planned', note: 'Soon.' },
    ])
  })

  test('compares nothing without seen values', async () => {
    const { id } = await createPost()
    expect((await setState({ post_ids: [id], new_state: 'completed' })).data).toEqual([
      { post_id: id, outcome: 'done', category_slug: 'new-features', note: null },
    ])
  })

  test('lets one of two admins win and tells the other, whatever the order of the ids', async () => {
    const posts = await Promise.all(Array.from({ length: 30 }, () => createPost()))
    const ids = posts.map(({ id }) => id)
    const seen = Object.fromEntries(ids.map((id) => [id, 'proposed']))
    const [mine, theirs] = await Promise.all([
      setState({ post_ids: ids, new_state: 'planned', seen }),
      setState({ post_ids: ids.toReversed(), new_state: 'completed', seen }, second),
    ])
    for (const id of ids) {
      const both = [mine, theirs].map(({ data }) => data!.find(({ post_id }) => post_id === id)!.outcome)
      expect(both.toSorted()).toEqual(['conflict', 'done'])
    }
  })

  test('accepts two hundred, each with timeline, log and totals, and no more', async () => {
    const { id: category } = await createCategory()
    const rows = await sql<{ id: number }[]>`
      insert into public.posts (category_id, author_id, title)
      select ${category}, null, 'Bulk post' from generate_series(1, 201) returning id::int`
    const ids = rows.map(({ id }) => id)
    expect((await setState({ post_ids: ids, new_state: 'planned' })).error?.code).toBe('22023')
    const { data } = await setState({ post_ids: ids.slice(1), new_state: 'planned', seen: null })
    expect(data!.filter(({ outcome }) => outcome === 'done')).toHaveLength(200)
    const [counted] = await sql`
      select (select posts from public.post_totals where category_id = ${category} and state = 'planned') as total,
        (select count(*)::int from public.post_events where post_id = any (${ids})) as events,
        (select count(*)::int from public.audit_log where post_id = any (${ids})) as entries`
    expect(counted).toEqual({ total: 200, events: 200, entries: 200 })
  })

  test.each([
    [{ new_state: 'planned', seen: [] }, '22023'],
    [{ new_state: 'planned', seen: 'text' }, '22023'],
    [{ new_state: null }, '22023'],
    [{ new_state: 'planned', public_note: 'x'.repeat(1001) }, '22023'],
    [{ new_state: 'no-such' }, '22P02'],
  ])('refuses %j', async (args, code) => {
    const { id } = await createPost()
    expect((await setState({ post_ids: [id], ...args })).error?.code).toBe(code)
    expect(await stateOf(id)).toBe('proposed')
  })

  test.each([[[]], [null], [[null]]])('does nothing for %j', async (post_ids) => {
    expect((await setState({ post_ids, new_state: 'planned' })).data).toEqual([])
  })
})

describe('setting the category of many posts', () => {
  test('reports each post’s address, and old addresses keep working', async () => {
    const [from, to] = [await createCategory(), await createCategory()]
    const ids: number[] = []
    for (const n of [1, 2, 3]) ids.push((await createPost({ category: from.slug, title: `Move ${n}` })).id)
    const [one, two, three] = ids as [number, number, number]
    const { data } = await setCategory({
      post_ids: [one, two, three, 999_999_999],
      new_category: to.id,
      seen: { [one]: from.id, [two]: to.id, [three]: String(from.id) },
    })
    expect(data!.map(({ outcome }) => outcome)).toEqual(['done', 'conflict', 'done', 'missing'])
    expect(data!.slice(0, 2)).toMatchObject([
      { old_category_slug: from.slug, old_slug: 'move-1', category_slug: to.slug, slug: 'move-1' },
      { old_category_slug: from.slug, old_slug: 'move-2', category_slug: from.slug, slug: 'move-2' },
    ])
    expect((await setCategory({ post_ids: [one], new_category: to.id, seen: {} })).data).toMatchObject([
      { post_id: one, outcome: 'unchanged' },
    ])
    const [kept] =
      await sql`select post_id::int from public.post_addresses where category_id = ${from.id} and slug = 'move-1'`
    expect(kept!.post_id).toBe(one)
  })

  test('refuses an unknown category', async () => {
    const { id } = await createPost()
    expect((await setCategory({ post_ids: [id], new_category: 999_999 })).error?.code).toBe('23503')
    expect((await setCategory({ post_ids: [id], new_category: null })).error?.code).toBe('23503')
  })
})

describe('categories', () => {
  test('are added, described, ordered and, if empty, deleted by admins', async () => {
    const slug = `cat-${randomUUID().slice(0, 8)}`
    const table = admin.client.from('categories')
    await table.insert({ slug, name: '  A   name\u202e ', description: 'What it is for' }).throwOnError()
    const { data } = await table
      .update({ description: 'Else', position: 3 })
      .eq('slug', slug)
      .select('name, description, position')
    expect(data).toEqual([{ name: 'A name', description: 'Else', position: 3 }])
    const post = await createPost({ category: slug })
    expect((await table.delete().eq('slug', slug)).error?.code).toBe('23503')
    await sql`delete from public.posts where id = ${post.id}`
    expect((await table.delete().eq('slug', slug).select('slug')).data).toEqual([{ slug }])
  })

  test('stay while an old address of a post still redirects', async () => {
    const [from, to] = [await createCategory(), await createCategory()]
    const { id } = await createPost({ category: from.slug })
    await setCategory({ post_ids: [id], new_category: to.id }).then(({ error }) => expect(error).toBeNull())
    expect((await admin.client.from('categories').delete().eq('id', from.id)).error?.code).toBe('23503')
  })

  test('keep their slugs, the reserved ones free, and the one in the navigation', async () => {
    const table = admin.client.from('categories')
    const { slug } = await createCategory()
    expect((await table.update({ slug: 'other' } as never).eq('slug', slug)).error?.code).toBe('42501')
    for (const reserved of ['dashboard', 'search', 'Not a slug']) {
      expect((await table.insert({ slug: reserved, name: 'Reserved' })).error?.code).toMatch(/^(SUP|23514)$/)
    }
    expect((await table.delete().eq('slug', 'new-features')).error?.message).toContain(
      "The category in the site's navigation can't be closed, deleted or moved.",
    )
  })

  test('can’t be changed by anyone else', async () => {
    const member = await createMember()
    const { slug } = await createCategory()
    const table = member.client.from('categories')
    expect((await table.insert({ slug: `x${slug}`, name: 'Mine' })).error?.code).toBe('42501')
    expect((await table.update({ name: 'Mine' }).eq('slug', slug).select()).data).toEqual([])
    expect((await table.delete().eq('slug', slug).select()).data).toEqual([])
  })
})
