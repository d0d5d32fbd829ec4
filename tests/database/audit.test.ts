import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actingAs, anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'

type Entry = {
  actor_id: string | null
  actor_name: string
  action: string
  post_title: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

await anonClient().from('categories').select('id')
const [admin, author] = await Promise.all([
  createMember({ name: 'Ada Admin', admin: true }),
  createMember({ name: 'Otto Author' }),
])

const entriesOf = (postId: number) =>
  sql<Entry[]>`
    select actor_id, actor_name, action, post_title, before, after from public.audit_log
    where post_id = ${postId} order by id`
const actionsOf = async (postId: number) => (await entriesOf(postId)).map(({ action }) => action)

/** The SQLSTATE that a statement fails with for a role, or null if it succeeds; rolled back. */
async function refusalOf(role: string, statement: string): Promise<string | null> {
  const undo = new Error('undo')
  return sql
    .begin(async (as) => {
      await as.unsafe(`set local role ${role}`)
      await as.unsafe(statement)
      throw undo
    })
    .catch((error: { code: string }) => ((error as unknown) === undo ? null : error.code))
}

async function createComment(postId: number, authorId: string, parentId: number | null = null) {
  const [row] = await sql<{ id: number }[]>`
    insert into public.comments (post_id, parent_id, author_id, body)
    values (${postId}, ${parentId}, ${authorId}, 'Said so') returning id::int`
  return row!.id
}

describe('the audit log', () => {
  test('contains state and category changes with the previous and new values', async () => {
    const slug = `aud-${randomUUID().slice(0, 8)}`
    const [category] =
      await sql`insert into public.categories (slug, name) values (${slug}, 'Audited') returning id`
    const post = await createPost({ authorId: author.id, title: 'Audited post' })
    await admin.call('admin_set_state', { post_ids: [post.id], new_state: 'planned' })
    await admin.call('admin_set_category', { post_ids: [post.id], new_category: category!.id as number })
    await admin.call('admin_set_state', { post_ids: [post.id], new_state: 'planned' })
    const [moved] = await sql`select slug from public.posts where id = ${post.id}`
    const who = { actor_id: admin.id, actor_name: 'Ada Admin', post_title: 'Audited post' }
    expect([...(await entriesOf(post.id))]).toEqual([
      { ...who, action: 'post.state', before: { state: 'proposed' }, after: { state: 'planned' } },
      {
        ...who,
        action: 'post.category',
        before: { category: 'new-features', slug: post.slug },
        after: { category: slug, slug: moved!.slug },
      },
    ])
  })

  test('contains what an admin edits or deletes of others, and outlives the post', async () => {
    const post = await createPost({ authorId: author.id, title: 'As it was', details: 'Text' })
    await admin.client.from('posts').update({ title: 'As it is' }).eq('id', post.id).throwOnError()
    await admin.client.from('posts').update({ title: 'As it is' }).eq('id', post.id).throwOnError()
    const comment = await createComment(post.id, author.id)
    await createComment(post.id, author.id, comment)
    const other = await createComment(post.id, author.id)
    for (const comment_id of [comment, other]) {
      await admin.call('delete_comment', { comment_id })
    }
    const [image] = await sql<{ id: string }[]>`
      insert into public.images (post_id, uploader_id, path, width, height)
      values (${post.id}, ${author.id}, ${`${author.id}/${randomUUID()}.png`}, 1, 1) returning id`
    await admin.client.from('images').delete().eq('id', image!.id).throwOnError()
    await createComment(post.id, author.id)
    await admin.call('delete_post', { post_id: post.id })
    const entries = await entriesOf(post.id)
    expect(entries.map(({ action }) => action)).toEqual([
      'post.edit',
      'comment.delete',
      'comment.delete',
      'image.delete',
      'post.delete',
    ])
    expect(entries[0]).toMatchObject({ before: { title: 'As it was' }, after: { title: 'As it is' } })
    expect(entries[0]!.before).toEqual({ title: 'As it was' })
    expect(entries[1]!.before).toMatchObject({ comment_id: comment, body: 'Said so', author_id: author.id })
    expect(entries[4]!.before).toMatchObject({
      title: 'As it is',
      details: 'Text',
      state: 'proposed',
      author_id: author.id,
    })
    expect(entries[4]!.after).toBeNull()
  })

  test('leaves out what people do to their own content', async () => {
    for (const person of [author, admin]) {
      const post = await createPost({ authorId: person.id })
      await person.client
        .from('posts')
        .update({ title: 'Changed by its author' })
        .eq('id', post.id)
        .throwOnError()
      const comment_id = await createComment(post.id, person.id)
      await person.call('delete_comment', { comment_id })
      await person.call('delete_post', { post_id: post.id })
      expect(await actionsOf(post.id)).toEqual([])
    }
  })

  test('contains roles granted and revoked by the operator', async () => {
    const person = await createMember({ admin: true })
    await sql`delete from public.roles where user_id = ${person.id}`
    const entries = await sql<Entry[]>`
      select actor_id, actor_name, action, before, after from public.audit_log
      where coalesce(after, before) ->> 'user_id' = ${person.id} order by id`
    const role = { user_id: person.id, role: 'admin' }
    const operator = { actor_id: null, actor_name: 'Operator' }
    expect([...entries]).toEqual([
      { ...operator, action: 'role.grant', before: null, after: role },
      { ...operator, action: 'role.revoke', before: role, after: null },
    ])
  })

  test('contains created, renamed and deleted categories, but not their order', async () => {
    const slug = `aud-${randomUUID().slice(0, 8)}`
    const categories = admin.client.from('categories')
    await categories.insert({ slug, name: 'First' }).throwOnError()
    await categories.update({ name: 'Second' }).eq('slug', slug).throwOnError()
    await categories.update({ position: 7 }).eq('slug', slug).throwOnError()
    await categories.delete().eq('slug', slug).throwOnError()
    const entries = await sql<Entry[]>`
      select actor_id, action, before ->> 'name' as before, after ->> 'name' as after from public.audit_log
      where coalesce(after, before) ->> 'slug' = ${slug} order by id`
    expect([...entries]).toEqual([
      { actor_id: admin.id, action: 'category.create', before: null, after: 'First' },
      { actor_id: admin.id, action: 'category.update', before: 'First', after: 'Second' },
      { actor_id: admin.id, action: 'category.delete', before: 'Second', after: null },
    ])
  })

  test('contains what people do even where the operator’s parts of something are left out', async () => {
    const slug = `aud-${randomUUID().slice(0, 8)}`
    await actingAs(
      admin,
      async (as) => {
        await as`select set_config('signpost.is_logged', 'on', true)`
        await as`insert into public.categories (slug, name) values (${slug}, 'Still logged')`
      },
      { keep: true },
    )
    const entries = await sql`select actor_id from public.audit_log where after ->> 'slug' = ${slug}`
    expect([...entries]).toEqual([{ actor_id: admin.id }])
  })

  test('only removes the name of an admin whose account is deleted', async () => {
    const leaving = await createMember({ name: 'Leaving Admin', admin: true })
    const post = await createPost({ authorId: author.id })
    await leaving.call('admin_set_state', { post_ids: [post.id], new_state: 'planned' })
    await actingAs(
      leaving,
      async (as) => {
        await as`reset role`
        await as`delete from auth.users where id = ${leaving.id}`
      },
      { keep: true },
    )
    const [entry] = await entriesOf(post.id)
    expect(entry).toMatchObject({
      actor_id: null,
      actor_name: 'Deleted user',
      action: 'post.state',
      after: { state: 'planned' },
    })
    const left =
      await sql`select from public.audit_log where actor_id = ${leaving.id} or actor_name = 'Leaving Admin'`
    expect(left).toHaveLength(0)
  })

  test('is read by admins only', async () => {
    const read = (client: Member['client']) =>
      (client as unknown as { from(table: string): any }).from('audit_log').select('id').limit(1)
    expect((await read(admin.client)).data).toHaveLength(1)
    expect((await read(author.client)).data).toEqual([])
    expect((await read(anonClient())).error.code).toBe('42501')
  })

  const insert = `insert into public.audit_log (actor_name, action) values ('Forged', 'post.state')`
  const attempts = [
    `update public.audit_log set actor_name = 'Somebody'`,
    `update public.audit_log set actor_id = null, actor_name = 'Deleted user' where actor_id is not null`,
    `update public.audit_log set after = '{}'`,
    `delete from public.audit_log`,
    `delete from public.audit_log where false`,
    `truncate public.audit_log`,
  ]
  test.each(attempts)('refuses everyone: %s', async (statement) => {
    await createPost({ authorId: author.id }).then(({ id }) =>
      admin.client.rpc('admin_set_state', { post_ids: [id], new_state: 'planned' }).throwOnError(),
    )
    for (const role of ['postgres', 'service_role', 'authenticated', 'anon']) {
      expect(await refusalOf(role, statement)).toBe('42501')
    }
    // As a hosted project often has it.
    expect(
      await refusalOf(
        'postgres',
        `grant all on public.audit_log to service_role; set local role service_role; ${statement}`,
      ),
    ).toBe('42501')
    const code = await actingAs(admin, (as) => as.unsafe(statement)).then(
      () => null,
      (error: { code: string }) => error.code,
    )
    expect(code).toBe('42501')
  })

  test('is only written by its owner', async () => {
    for (const role of ['service_role', 'authenticated', 'anon'])
      expect(await refusalOf(role, insert)).toBe('42501')
    expect(
      await refusalOf(
        'postgres',
        `grant all on public.audit_log to service_role; set local role service_role; ${insert}`,
      ),
    ).toBe('42501')
  })
})
