import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, call, createMember, createPost, type Member, refusal, sql } from '../support/database.ts'

await anonClient().from('categories').select('id')
const [admin, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Member' }),
])

const freshSlug = () => `kept-${randomUUID().slice(0, 8)}`
const texts = { new_description: '', new_prompt: '', new_details_prompt: '' }

async function save(category_id: number | null, new_slug: string, new_name = 'Kept') {
  const { data, error } = await call(admin.client, 'admin_save_category', {
    category_id,
    new_slug,
    new_name,
    ...texts,
  })
  expect(error).toBeNull()
  return (data as { status: string; id: number | null }[])[0]!
}
const addressesOf = async (id: number) =>
  (await sql`select slug from public.category_addresses where category_id = ${id} order by slug`).map(
    ({ slug }) => slug as string,
  )
const sendPost = (client: Member['client'], category: string) =>
  client.rpc('create_post', { category, title: 'Into a category', details: '', sent_key: randomUUID() })

describe('a category', () => {
  test('that moves keeps its old addresses, which no other category gets', async () => {
    const [first, second, third] = [freshSlug(), freshSlug(), freshSlug()]
    const { id } = await save(null, first)
    expect(await save(id, second)).toEqual({ status: 'saved', id })
    expect(await addressesOf(id!)).toEqual([first, second].toSorted())
    expect(await save(null, first)).toEqual({ status: 'taken', id: null })
    expect(await save(null, second)).toEqual({ status: 'taken', id: null })
    // Moving back is a move like any other.
    expect(await save(id, first)).toEqual({ status: 'saved', id })
    await admin.client.from('categories').delete().eq('id', id!).throwOnError()
    expect(await save(null, second)).toMatchObject({ status: 'saved' })
    expect((await sql`select from public.category_addresses where slug = ${third}`).length).toBe(0)
  })

  test('accepts posts at a former address', async () => {
    const [before, now] = [freshSlug(), freshSlug()]
    const { id } = await save(null, before)
    await save(id, now)
    const { data, error } = await sendPost(member.client, before).single()
    expect(error).toBeNull()
    const [post] = await sql`select category_id from public.posts where id = ${data!.id}`
    expect(post!.category_id).toBe(id)
  })

  test.each(['dashboard', 'search', 'api', 'insights'])(
    'can’t have an address of the site: %s',
    async (slug) => {
      expect(await save(null, slug)).toEqual({ status: 'reserved', id: null })
    },
  )

  test('is refused if its texts are too long or it is gone', async () => {
    const wrong = { category_id: null, new_slug: freshSlug(), new_name: 'x'.repeat(61), ...texts }
    expect((await call(admin.client, 'admin_save_category', wrong)).error?.code).toMatch(/^(SUP|23514)$/)
    expect(await save(2_000_000_000, freshSlug())).toEqual({ status: 'missing', id: null })
  })

  test('that someone else has saved since isn’t overwritten', async () => {
    const { id } = await save(null, freshSlug(), 'First')
    const read = async () =>
      (
        await sql`select name, slug, archived_at is not null as archived, revision from public.categories where id = ${id}`
      )[0]!
    const edit = async (new_name: string, seen_revision: number | null, is_archived?: boolean) => {
      const { slug } = await read()
      const form = { category_id: id, new_slug: slug, new_name, ...texts, seen_revision, is_archived }
      const { data, error } = await call(admin.client, 'admin_save_category', form)
      expect(error).toBeNull()
      return (data as { status: string }[])[0]!.status
    }
    const { revision } = await read()
    const all = await Promise.all(['A', 'B', 'C', 'D'].map((name) => edit(name, revision, true)))
    expect(all.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'saved'])
    expect(await read()).toMatchObject({ revision: revision + 1, archived: true })
    expect(await edit('Lost', revision)).toBe('conflict')
    // The site of an earlier version sends no revision, and leaves it archived.
    expect(await edit('Named', null)).toBe('saved')
    expect(await read()).toMatchObject({ name: 'Named', archived: true, revision: revision + 2 })
    expect(await edit('Named', revision + 2, false)).toBe('saved')
    // Whatever changes it counts, and an order doesn't.
    await admin.client.rpc('admin_archive_category', { category_id: id!, wanted: true }).throwOnError()
    await admin.client.from('categories').update({ prompt: 'Say it' }).eq('id', id!).throwOnError()
    await admin.client.from('categories').update({ position: 77 }).eq('id', id!).throwOnError()
    expect(await read()).toMatchObject({ revision: revision + 5, archived: true })
    const own = await admin.client
      .from('categories')
      .update({ revision: 0 } as never)
      .eq('id', id!)
    expect(own.error?.code).toBe('42501')
  })

  test('in the navigation stays open and at its address', async () => {
    const [feedback] =
      await sql`select id, name, description from public.categories where slug = 'new-features'`
    expect(await save(feedback!.id, freshSlug())).toEqual({ status: 'fixed', id: null })
    const archived = { category_id: feedback!.id, wanted: true }
    expect((await call(admin.client, 'admin_archive_category', archived)).error?.message).toContain(
      "The category in the site's navigation can't be closed, deleted or moved.",
    )
    expect(
      await refusal(admin, `update public.categories set archived_at = now() where slug = 'new-features'`),
    ).toBe('42501')
  })

  test('accepts no new posts once archived, keeps the existing ones, and can be reopened', async () => {
    const slug = freshSlug()
    const { id } = await save(null, slug)
    const { data: old } = await sendPost(member.client, slug).single()
    const archive = (wanted: boolean) =>
      call(admin.client, 'admin_archive_category', { category_id: id, wanted })
    expect(await archive(true)).toMatchObject({ data: true, error: null })
    for (const { client } of [member, admin]) {
      expect((await sendPost(client, slug)).error?.message).toContain(
        "This category doesn't accept new posts.",
      )
    }
    expect(
      await refusal(
        member,
        `insert into public.posts (category_id, title) values (${id}, 'Past the function')`,
      ),
    ).toBe('PT409')
    expect((await anonClient().from('posts').select('id').eq('id', old!.id)).data).toHaveLength(1)
    // An import brings older posts.
    await createPost({ category: slug })
    await archive(false)
    expect((await sendPost(member.client, slug)).error).toBeNull()
  })
})

test('an order is stored with one log entry', async () => {
  const slugs = [freshSlug(), freshSlug(), freshSlug()]
  const ids: number[] = []
  for (const slug of slugs) ids.push((await save(null, slug)).id!)
  const wanted = [ids[2]!, ids[0]!, ids[1]!]
  const since = (await sql`select coalesce(max(id), 0) as id from public.audit_log`)[0]!.id as string
  expect((await call(admin.client, 'admin_order_categories', { category_ids: wanted })).error).toBeNull()
  const rows = await sql`select id from public.categories where id = any (${ids}) order by position, id`
  expect(rows.map(({ id }) => id)).toEqual(wanted)
  const entries = await sql`
    select after -> 'order' as after from public.audit_log
    where id > ${since} and action = 'category.order' and actor_id = ${admin.id}`
  expect(entries).toHaveLength(1)
  expect(entries[0]!.after.filter((slug: string) => slugs.includes(slug))).toEqual([
    slugs[2],
    slugs[0],
    slugs[1],
  ])
})

test('every change of a category is in the log', async () => {
  const [before, now] = [freshSlug(), freshSlug()]
  const { id } = await save(null, before)
  await save(id, now)
  await save(id, now)
  await call(admin.client, 'admin_archive_category', { category_id: id, wanted: true })
  const entries = await sql`
    select action, before ->> 'slug' as before, after ->> 'slug' as after, after ->> 'archived_at' is not null as archived
    from public.audit_log where coalesce(after, before) ->> 'id' = ${String(id)} and action like 'category.%' order by id`
  expect([...entries]).toEqual([
    { action: 'category.create', before: null, after: before, archived: false },
    { action: 'category.update', before, after: now, archived: false },
    { action: 'category.update', before: now, after: now, archived: true },
  ])
})
