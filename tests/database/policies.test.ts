import { describe, expect, test } from 'vitest'
import { actingAs, anonClient, createMember, createPost, refusal, sql } from '../support/database.ts'

const anon = anonClient()

// The local API sets grants of its own on its first request; this tests what applies after that.
await anonClient().from('categories').select('id')
const [author, other, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
])

/** How many rows a role’s statement affects; rolled back. */
function touched(who: 'anon' | { id: string }, statement: string): Promise<number> {
  return actingAs(who, async (as) => (await as.unsafe(statement)).count)
}

describe('a visitor', () => {
  test.each(['anon', 'authenticated'])('gets no long text from a select, as %s', async (role) => {
    const rows = await sql`
      select relname, attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where relnamespace = 'public'::regnamespace and (relname, attname) in (('posts', 'details'), ('comments', 'body'))
        and has_column_privilege(${role}, c.oid, a.attnum, 'select')`
    expect([...rows]).toEqual([])
  })

  test('only reads people’s name, picture, date and team membership', async () => {
    expect(await refusal('anon', 'select placeholder from public.profiles')).toBe('42501')
    expect(await refusal('anon', 'select * from auth.users')).toBe('42501')
    const { error } = await anon.from('profiles').select('id, name, avatar_url, created_at, is_team').limit(1)
    expect(error).toBeNull()
  })
})

describe('a member', () => {
  test('posts as themselves, proposed and without votes', async () => {
    const { data, error } = await author.client
      .from('posts')
      .insert({ category_id: 1, title: 'A title', details: 'Text' })
      .select('author_id, state, votes_total')
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({ author_id: author.id, state: 'proposed', votes_total: 0 })
    const forged = `insert into public.posts (category_id, title, author_id) values (1, 'Forged', '${other.id}')`
    expect(await refusal(author, forged)).toBe('42501')
  })

  test('edits and deletes their own posts, no one else’s; admins can', async () => {
    const post = await createPost({ authorId: author.id })
    const edit = `update public.posts set title = 'Another title' where id = ${post.id}`
    expect(await touched(author, edit)).toBe(1)
    expect(await touched(other, edit)).toBe(0)
    expect(await touched(admin, edit)).toBe(1)
    const remove = `select * from public.delete_post(${post.id})`
    expect(await touched(author, remove)).toBe(1)
    expect(await refusal(other, remove)).toBe('42501')
    expect(await touched(admin, remove)).toBe(1)
    const forged = await other.client
      .from('posts')
      .update({ title: 'Forged title' })
      .eq('id', post.id)
      .select('id')
    expect(forged.data).toEqual([])
  })

  test('votes once, as themselves, and only sees their own votes', async () => {
    const post = await createPost()
    const vote = () =>
      author.client
        .from('votes')
        .upsert({ post_id: post.id }, { onConflict: 'user_id,post_id', ignoreDuplicates: true })
    expect((await vote()).error).toBeNull()
    expect((await vote()).error).toBeNull()
    const [row] = await sql`select votes_total from public.posts where id = ${post.id}`
    expect(row!.votes_total).toBe(1)
    expect((await other.client.from('votes').select('*').eq('post_id', post.id)).data).toEqual([])
    expect((await admin.client.from('votes').select('*').eq('post_id', post.id)).data).toHaveLength(1)
    expect(
      await refusal(other, `insert into public.votes (post_id, user_id) values (${post.id}, '${author.id}')`),
    ).toBe('42501')
    expect(await touched(other, `delete from public.votes where post_id = ${post.id}`)).toBe(0)
    // An admin can see it but not remove it.
    expect(await touched(admin, `delete from public.votes where post_id = ${post.id}`)).toBe(0)
    expect(await touched(author, `delete from public.votes where post_id = ${post.id}`)).toBe(1)
  })

  test('comments as themselves and only edits their own', async () => {
    const post = await createPost()
    const { data } = await author.client
      .from('comments')
      .insert({ post_id: post.id, body: 'A comment' })
      .select('id, author_id')
      .single()
    expect(data!.author_id).toBe(author.id)
    const forged = `insert into public.comments (post_id, body, author_id) values (${post.id}, 'Hi', '${author.id}')`
    expect(await refusal(other, forged)).toBe('42501')
    const edit = `update public.comments set body = 'Changed' where id = ${data!.id}`
    expect(await touched(author, edit)).toBe(1)
    expect(await touched(other, edit)).toBe(0)
    expect(await touched(admin, edit)).toBe(0)
    expect((await other.client.rpc('delete_comment', { comment_id: data!.id })).error).not.toBeNull()
    expect((await admin.client.rpc('delete_comment', { comment_id: data!.id })).data).toMatchObject([
      { post_id: post.id },
    ])
  })

  test('only renames themselves', async () => {
    expect(await touched(author, `update public.profiles set name = 'New' where id = '${author.id}'`)).toBe(1)
    expect(await touched(author, `update public.profiles set name = 'New' where id = '${other.id}'`)).toBe(0)
  })

  test('can’t become an admin, whatever they send', async () => {
    await author.client.auth.updateUser({ data: { role: 'admin' } })
    const attempt = `insert into public.roles (user_id, role) values ('${author.id}', 'admin')`
    expect(await refusal(author, attempt)).toBe('42501')
    expect(await refusal(admin, attempt)).toBe('42501')
    const [row] = await actingAs(author, (as) => as`select private.is_admin() as admin`)
    expect(row!.admin).toBe(false)
    expect((await author.client.from('roles').select('*')).data).toEqual([])
  })

  test('can’t change state, category or timeline; an admin can, with a note', async () => {
    const post = await createPost({ authorId: author.id })
    const call = { post_ids: [post.id], new_state: 'planned' as const, public_note: 'Soon.' }
    expect((await author.client.rpc('admin_set_state', call)).error).not.toBeNull()
    expect(
      (await author.client.rpc('admin_set_category', { post_ids: [post.id], new_category: 1 })).error,
    ).not.toBeNull()
    expect(
      await refusal(
        author,
        `insert into public.post_events (post_id, from_state, to_state) values (${post.id}, 'proposed', 'planned')`,
      ),
    ).toBe('42501')
    expect((await admin.client.rpc('admin_set_state', call)).data).toMatchObject([{ outcome: 'done' }])
    expect((await admin.client.rpc('admin_set_state', call)).data).toMatchObject([{ outcome: 'unchanged' }])
    const events =
      await sql`select actor_id, from_state, to_state, note from public.post_events where post_id = ${post.id}`
    expect([...events]).toEqual([
      { actor_id: admin.id, from_state: 'proposed', to_state: 'planned', note: 'Soon.' },
    ])
  })

  test('can’t change a category’s prompt; an admin can, and an empty one is null', async () => {
    const change = (prompt: string) =>
      `update public.categories set prompt = '${prompt}' where slug = 'new-features' returning prompt`
    expect(await touched(author, change('What next?'))).toBe(0)
    expect(await touched('anon', change('What next?')).catch(({ code }) => code)).toBe('42501')
    const promptOf = (prompt: string) =>
      actingAs(admin, async (as) => (await as.unsafe(change(prompt)))[0]!.prompt as string | null)
    expect(await promptOf(' What  next? ')).toBe('What next?')
    expect(await promptOf('   ')).toBeNull()
    expect(await refusal(admin, change('x'.repeat(81)))).toBe('23514')
  })

  test('can’t add a category; an admin can', async () => {
    const insert = `insert into public.categories (slug, name) values ('ideas', 'Ideas')`
    expect(await refusal(author, insert)).toBe('42501')
    expect(await refusal(admin, insert)).toBeNull()
    expect(
      await refusal(admin, `insert into public.categories (slug, name) values ('search', 'Search')`),
    ).toBe('23514')
  })
})
