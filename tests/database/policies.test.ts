import { beforeAll, describe, expect, test } from 'vitest'
import { actingAs, anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'

const tables = [
  'audit_log',
  'categories',
  'comments',
  'images',
  'post_addresses',
  'post_events',
  'post_totals',
  'posts',
  'profiles',
  'roles',
  'votes',
] as const

let author: Member
let other: Member
let admin: Member
const anon = anonClient()

beforeAll(async () => {
  // The API's first answer must not change what the migrations granted.
  await anonClient().from('categories').select('id')
  ;[author, other, admin] = await Promise.all([
    createMember({ name: 'Author' }),
    createMember({ name: 'Other' }),
    createMember({ name: 'Admin', admin: true }),
  ])
})

/** The SQLSTATE a statement fails with for a role, or null when it runs; nothing stays. */
async function refusal(who: 'anon' | { id: string }, statement: string): Promise<string | null> {
  return actingAs(who, async (as) => {
    await as.unsafe(statement)
    return null
  }).catch((error: { code: string }) => error.code)
}

/** How many rows a statement of a role touches; nothing stays. */
function touched(who: 'anon' | { id: string }, statement: string): Promise<number> {
  return actingAs(who, async (as) => (await as.unsafe(statement)).count)
}

describe('the schema', () => {
  test('every table in public has row level security', async () => {
    const rows = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by relname`
    expect(rows.map(({ relname }) => relname)).toEqual([...tables])
    const open = await sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
    expect([...open]).toEqual([])
  })

  test('clients may call these functions and no others', async () => {
    const rows = await sql<{ name: string; role: string }[]>`
      select n.nspname || '.' || p.proname as name, r.rolname as role
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      cross join (values ('anon'), ('authenticated')) as r (rolname)
      where n.nspname in ('public', 'private') and has_function_privilege(r.rolname, p.oid, 'execute')`
    const allowed = (role: string) =>
      [...new Set(rows.filter((row) => row.role === role).map(({ name }) => name))].toSorted()
    const readable = [
      'private.clean_line',
      'private.clean_text',
      'private.is_admin',
      'private.is_present',
      'private.visible_length',
      'public.count_attempt',
      'public.list_comments',
      'public.list_posts',
      'public.list_replies',
      'public.search_posts',
      'public.similar_posts',
      'public.sitemap_index',
      'public.sitemap_posts',
    ]
    const forMembers = [
      'public.admin_matching',
      'public.admin_post',
      'public.admin_post_ids',
      'public.admin_posts',
      'public.admin_posts_count',
      'public.admin_set_category',
      'public.admin_set_state',
      'public.claim_removed_objects',
      'private.claim_sending',
      'private.finish_sending',
      'public.create_comment',
      'public.create_post',
      'public.delete_account',
      'public.delete_comment',
      'public.delete_post',
      'public.delete_posts',
      'public.edit_comment',
      'public.edit_post',
      'public.export_account',
      'public.forget_attempts',
      'public.forget_removed_objects',
      'public.get_viewer',
      'public.own_votes',
      'public.restore_posts',
      'public.set_post_category',
      'public.set_post_state',
      'public.set_vote',
    ]
    expect(allowed('anon')).toEqual(readable)
    expect(allowed('authenticated')).toEqual([...readable, ...forMembers].toSorted())
  })

  test('nothing in private can be read by a client', async () => {
    const rows = await sql`
      select c.relname from pg_class c cross join (values ('anon'), ('authenticated')) as r (rolname)
      where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v', 'm')
        and has_table_privilege(r.rolname, c.oid, 'select')`
    expect([...rows]).toEqual([])
  })

  test('every foreign key is indexed', async () => {
    const rows = await sql`
      select c.conrelid::regclass as "table", c.conname from pg_constraint c
      where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (
          select from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:0] <@ c.conkey::int2[] and i.indkey[0] = any (c.conkey)
        )`
    expect([...rows]).toEqual([])
  })
})

describe('a visitor', () => {
  test.each(tables.filter((table) => !['audit_log', 'profiles', 'roles', 'votes'].includes(table)))(
    'reads %s',
    async (table) => {
      const { error } = await anon.from(table).select('*').limit(1)
      expect(error).toBeNull()
    },
  )

  test('reads no votes, no roles, and of people only name, picture and date', async () => {
    expect(await refusal('anon', 'select * from public.votes')).toBe('42501')
    expect(await refusal('anon', 'select * from public.roles')).toBe('42501')
    expect(await refusal('anon', 'select * from public.audit_log')).toBe('42501')
    expect(await refusal('anon', 'select placeholder from public.profiles')).toBe('42501')
    expect(await refusal('anon', 'select * from auth.users')).toBe('42501')
    const { error } = await anon.from('profiles').select('id, name, avatar_url, created_at').limit(1)
    expect(error).toBeNull()
  })

  test.each(tables)('may not write to %s', async (table) => {
    const [row] = await sql`
      select has_any_column_privilege('anon', ${`public.${table}`}, 'insert, update') as columns,
             has_table_privilege('anon', ${`public.${table}`}, 'insert, update, delete, truncate') as rows`
    expect(row).toEqual({ columns: false, rows: false })
  })

  test('is refused over the API as well', async () => {
    const post = await createPost()
    expect((await anon.from('posts').insert({ category_id: 1, title: 'Hello there' })).error).not.toBeNull()
    expect((await anon.from('votes').insert({ post_id: post.id })).error).not.toBeNull()
    expect((await anon.from('comments').insert({ post_id: post.id, body: 'Hi' })).error).not.toBeNull()
    expect(
      (await anon.rpc('set_post_state', { post_id: post.id, new_state: 'planned' })).error,
    ).not.toBeNull()
    expect((await anon.rpc('delete_comment', { comment_id: 1 })).error).not.toBeNull()
    expect((await anon.storage.from('images').upload('x/y.png', new Uint8Array([1]))).error).not.toBeNull()
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
  })

  test.each([
    ['author_id', `'00000000-0000-4000-8000-000000000001'`],
    ['state', `'completed'`],
    ['votes_total', '99'],
    ['comments_total', '99'],
    ['slug', `'mine'`],
    ['trend', '1e300'],
    ['created_at', `'2030-01-01'`],
    ['activity_at', `'2030-01-01'`],
  ])('cannot say what a post has as %s', async (column, value) => {
    const post = await createPost({ authorId: author.id })
    expect(
      await refusal(
        author,
        `insert into public.posts (category_id, title, ${column}) values (1, 'Forged', ${value})`,
      ),
    ).toBe('42501')
    expect(await refusal(author, `update public.posts set ${column} = ${value} where id = ${post.id}`)).toBe(
      '42501',
    )
  })

  test('edits and deletes their own post, nobody else does, an admin does', async () => {
    const post = await createPost({ authorId: author.id })
    const edit = `update public.posts set title = 'Another title' where id = ${post.id}`
    const remove = `delete from public.posts where id = ${post.id}`
    for (const statement of [edit, remove]) {
      expect(await touched(author, statement)).toBe(1)
      expect(await touched(other, statement)).toBe(0)
      expect(await touched(admin, statement)).toBe(1)
    }
    const forged = await other.client
      .from('posts')
      .update({ title: 'Forged title' })
      .eq('id', post.id)
      .select('id')
    expect(forged.data).toEqual([])
  })

  test('votes once, as themselves, and sees only their own votes', async () => {
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
    expect(await touched(author, `delete from public.votes where post_id = ${post.id}`)).toBe(1)
  })

  test('comments as themselves and edits only their own', async () => {
    const post = await createPost()
    const { data } = await author.client
      .from('comments')
      .insert({ post_id: post.id, body: 'A comment' })
      .select('id, author_id')
      .single()
    expect(data!.author_id).toBe(author.id)
    const edit = `update public.comments set body = 'Changed' where id = ${data!.id}`
    expect(await touched(author, edit)).toBe(1)
    expect(await touched(other, edit)).toBe(0)
    expect(await touched(admin, edit)).toBe(0)
    expect((await other.client.rpc('delete_comment', { comment_id: data!.id })).error).not.toBeNull()
    expect((await admin.client.rpc('delete_comment', { comment_id: data!.id })).data).toBe(true)
  })

  test('renames only themselves and writes nothing else in profiles', async () => {
    expect(await touched(author, `update public.profiles set name = 'New' where id = '${author.id}'`)).toBe(1)
    expect(await touched(author, `update public.profiles set name = 'New' where id = '${other.id}'`)).toBe(0)
    expect(await refusal(author, `update public.profiles set placeholder = true`)).toBe('42501')
    expect(await refusal(author, `update public.profiles set id = '${other.id}'`)).toBe('42501')
    expect(await refusal(author, `insert into public.profiles (name) values ('Invented')`)).toBe('42501')
  })

  test('becomes no admin, whatever they send', async () => {
    await author.client.auth.updateUser({ data: { role: 'admin' } })
    const attempt = `insert into public.roles (user_id, role) values ('${author.id}', 'admin')`
    expect(await refusal(author, attempt)).toBe('42501')
    expect(await refusal(admin, attempt)).toBe('42501')
    const [row] = await actingAs(author, (as) => as`select private.is_admin() as admin`)
    expect(row!.admin).toBe(false)
    expect((await author.client.from('roles').select('*')).data).toEqual([])
  })

  test('changes no state, category or timeline; an admin does, with a note', async () => {
    const post = await createPost({ authorId: author.id })
    const call = { post_id: post.id, new_state: 'planned', public_note: 'Soon.' } as const
    expect((await author.client.rpc('set_post_state', call)).error).not.toBeNull()
    expect(
      (await author.client.rpc('set_post_category', { post_id: post.id, new_category: 1 })).error,
    ).not.toBeNull()
    expect(
      await refusal(
        author,
        `insert into public.post_events (post_id, from_state, to_state) values (${post.id}, 'proposed', 'planned')`,
      ),
    ).toBe('42501')
    expect((await admin.client.rpc('set_post_state', call)).data).toBe(true)
    expect((await admin.client.rpc('set_post_state', call)).data).toBe(false)
    const events =
      await sql`select actor_id, from_state, to_state, note from public.post_events where post_id = ${post.id}`
    expect([...events]).toEqual([
      { actor_id: admin.id, from_state: 'proposed', to_state: 'planned', note: 'Soon.' },
    ])
  })

  test('adds no category; an admin does', async () => {
    const insert = `insert into public.categories (slug, name) values ('ideas', 'Ideas')`
    expect(await refusal(author, insert)).toBe('42501')
    expect(await refusal(admin, insert)).toBeNull()
    expect(
      await refusal(admin, `insert into public.categories (slug, name) values ('search', 'Search')`),
    ).toBe('23514')
  })

  test('adds images only to what is theirs and only from their own folder', async () => {
    const post = await createPost({ authorId: author.id })
    const insert = (folder: string) => `
      insert into public.images (post_id, path, width, height)
      values (${post.id}, '${folder}/' || gen_random_uuid() || '.png', 10, 10)`
    expect(await refusal(author, insert(author.id))).toBeNull()
    expect(await refusal(author, insert(other.id))).toBe('42501')
    expect(await refusal(other, insert(other.id))).toBe('42501')
    const nine = `
      insert into public.images (post_id, path, width, height)
      select ${post.id}, '${author.id}/' || gen_random_uuid() || '.png', 10, 10 from generate_series(1, 9)`
    expect(await refusal(author, nine)).toBe('23514')
  })

  test('has an image deleted by its uploader and by an admin, and by nobody else', async () => {
    const post = await createPost({ authorId: author.id })
    const add = async () => {
      const [row] = await sql`
        insert into public.images (post_id, uploader_id, path, width, height)
        values (${post.id}, ${author.id}, ${author.id} || '/' || gen_random_uuid() || '.png', 10, 10) returning id`
      return row!.id as string
    }
    const isThere = async (id: string) =>
      (await sql`select 1 from public.images where id = ${id}`).length === 1
    const image = await add()
    await other.client.from('images').delete().eq('id', image)
    await other.client.from('images').update({ alt: 'Changed' }).eq('id', image)
    await anon.from('images').delete().eq('id', image)
    expect((await sql`select alt from public.images where id = ${image}`)[0]).toEqual({ alt: '' })
    await author.client.from('images').delete().eq('id', image)
    expect(await isThere(image)).toBe(false)
    const another = await add()
    await admin.client.from('images').delete().eq('id', another)
    expect(await isThere(another)).toBe(false)
  })

  test('uploads only pictures, only up to the limit, only into their own folder, never over another', async () => {
    const bucket = author.client.storage.from('images')
    const picture = new Uint8Array([137, 80, 78, 71])
    expect(
      (await bucket.upload(`${author.id}/a.png`, picture, { contentType: 'image/png' })).error,
    ).toBeNull()
    expect(
      (await bucket.upload(`${author.id}/a.png`, picture, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    const options = { contentType: 'image/png', upsert: true }
    expect((await bucket.upload(`${author.id}/a.png`, picture, options)).error).not.toBeNull()
    expect(
      (await bucket.upload(`${other.id}/a.png`, picture, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    const svg = new TextEncoder().encode('<svg/>')
    expect(
      (await bucket.upload(`${author.id}/a.svg`, svg, { contentType: 'image/svg+xml' })).error,
    ).not.toBeNull()
    const big = new Uint8Array(5 * 1024 * 1024 + 1)
    expect(
      (await bucket.upload(`${author.id}/b.png`, big, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    await other.client.storage.from('images').remove([`${author.id}/a.png`])
    const [row] = await sql`select count(*)::int from storage.objects where name = ${`${author.id}/a.png`}`
    expect(row!.count).toBe(1)
  })
})
