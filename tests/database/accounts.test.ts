import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, refusal, sql } from '../support/database.ts'

const password = 'correct horse battery'
const asWebp = { contentType: 'image/webp' }

describe('an account', () => {
  test('is shown to its owner with the role the database knows', async () => {
    const person = await createMember({ name: 'Somebody' })
    expect((await person.client.rpc('get_viewer').single()).data).toEqual({
      id: person.id,
      email: person.email,
      name: 'Somebody',
      avatar_url: null,
      role: null,
      has_password: true,
      has_factor: false,
      needs_factor: false,
    })
    await sql`insert into public.roles (user_id, role) values (${person.id}, 'admin')`
    expect((await person.client.rpc('get_viewer').single()).data).toMatchObject({ role: 'admin' })
    await sql`delete from public.roles where user_id = ${person.id}`
    expect((await person.client.rpc('get_viewer').single()).data).toMatchObject({ role: null })
    expect((await anonClient().rpc('get_viewer')).error?.code).toBe('42501')
  })

  test('can’t be made an admin by its owner', async () => {
    const email = `${randomUUID()}@example.com`
    const client = anonClient()
    await client.auth.signUp({
      email,
      password,
      options: { data: { name: 'Sly', role: 'admin', app_metadata: { role: 'admin' } } },
    })
    await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
    const { data } = await client.auth.signInWithPassword({ email, password })
    await client.auth.updateUser({ data: { role: 'admin', is_admin: true } })
    const id = data.user!.id
    expect((await client.from('roles').insert({ user_id: id, role: 'admin' })).error).not.toBeNull()
    expect((await client.from('roles').upsert({ user_id: id, role: 'admin' })).error).not.toBeNull()
    expect((await client.rpc('get_viewer').single()).data).toMatchObject({ role: null })
    expect((await client.rpc('admin_posts', {})).error?.code).toBe('42501')
  })

  test('only has a picture from its own folder', async () => {
    const [person, other] = [await createMember(), await createMember()]
    const set = (avatar_url: string | null) =>
      person.client.from('profiles').update({ avatar_url }).eq('id', person.id)
    const path = (owner: string) => `${owner}/${randomUUID()}.webp`
    expect((await set(path(person.id))).error).toBeNull()
    expect((await set(path(other.id))).error).not.toBeNull()
    expect((await set('https://evil.example/pixel.gif')).error).not.toBeNull()
    expect((await set(null)).error).toBeNull()
    await person.client.from('profiles').update({ name: 'Taken over' }).eq('id', other.id)
    expect((await sql`select name from public.profiles where id = ${other.id}`)[0]!.name).toBe('Member')
  })

  test('exports its own data and nothing of others', async () => {
    const [person, other] = [
      await createMember({ name: 'Exporting' }),
      await createMember({ name: 'Private Other' }),
    ]
    const post = await createPost({ authorId: person.id, title: `Mine ${person.id}` })
    await createPost({ authorId: other.id, title: `Theirs ${other.id}` })
    await person.client.rpc('set_vote', { post_id: post.id, wanted: true })
    const { data } = await person.client.rpc('export_account')
    expect(data).toMatchObject({
      profile: { name: 'Exporting', email: person.email },
      posts: [{ id: post.id }],
      votes: [{ post_id: post.id }],
    })
    expect(JSON.stringify(data)).not.toContain(other.id)
  })
})

describe('a deleted account', () => {
  async function lively() {
    const person = await createMember({ name: `Leaving ${randomUUID()}` })
    const other = await createMember()
    const [own, foreign] = [
      await createPost({ authorId: person.id }),
      await createPost({ authorId: other.id }),
    ]
    await person.client.rpc('set_vote', { post_id: foreign.id, wanted: true })
    const say = async (client: typeof person.client, post: number, parent: number | null = null) =>
      (
        await client
          .from('comments')
          .insert({ post_id: post, parent_id: parent, body: 'Hi' })
          .select('id')
          .single()
      ).data!.id
    const answered = await say(person.client, foreign.id)
    await say(other.client, foreign.id, answered)
    const alone = await say(person.client, foreign.id)
    return { person, own, foreign, answered, alone }
  }

  async function traces(name: string, email: string) {
    const columns = await sql<{ table: string; column: string }[]>`
      select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column
      from information_schema.columns
      where table_schema in ('public', 'private', 'auth') and data_type in ('text', 'character varying', 'json', 'jsonb', 'citext')
        and table_name in (select relname from pg_class where relkind = 'r')`
    const found: string[] = []
    for (const { table, column } of columns) {
      const [row] = await sql.unsafe(
        `select count(*)::int as n from ${table} where ${column}::text ilike $1 or ${column}::text ilike $2`,
        [`%${name}%`, `%${email}%`],
      )
      if (row!.n > 0) found.push(`${table}.${column}`)
    }
    return found
  }

  test('leaves its content without a name, and every count right', async () => {
    const { person, own, foreign, answered, alone } = await lively()
    const [{ name }] = (await sql`select name from public.profiles where id = ${person.id}`) as unknown as [
      { name: string },
    ]
    expect((await person.client.rpc('delete_account', { remove_content: false })).error).toBeNull()
    const rows = await sql`select author_id from public.posts where id = ${own.id}
      union all select author_id from public.comments where id in (${answered}, ${alone})`
    expect(rows.map(({ author_id }) => author_id)).toEqual([null, null, null])
    expect([
      ...(await sql`select * from private.find_miscounts() where id in (${own.id}, ${foreign.id}, ${answered})`),
    ]).toEqual([])
    expect((await sql`select votes_total from public.posts where id = ${foreign.id}`)[0]!.votes_total).toBe(0)
    // Until its owner was emailed.
    expect(await traces(name, person.email)).toEqual(['private.mails.about'])
    const [mail] = await sql`
      select id, private.prepare_mail(key) from private.mails where about ->> 'to' = ${person.email}`
    await sql`select private.settle_mail(${mail!.id}, 1, 'sent', null)`
    expect(await traces(name, person.email)).toEqual([])
  })

  test('takes its content along if wanted, and keeps threads readable', async () => {
    const { person, own, foreign, answered, alone } = await lively()
    await person.client.rpc('delete_account', { remove_content: true })
    expect((await sql`select 1 from public.posts where id = ${own.id}`).length).toBe(0)
    expect((await sql`select 1 from public.comments where id = ${alone}`).length).toBe(0)
    const [place] = await sql`select body, deleted_at from public.comments where id = ${answered}`
    expect(place).toMatchObject({ body: '' })
    expect(place!.deleted_at).not.toBeNull()
    expect([
      ...(await sql`select * from private.find_miscounts() where id in (${foreign.id}, ${answered})`),
    ]).toEqual([])
  })

  test('can do nothing more with its old token', async () => {
    const { person, foreign } = await lively()
    await person.client.rpc('delete_account', { remove_content: false })
    const { client } = person
    const [category] = await sql`select id from public.categories order by id limit 1`
    expect(
      (await client.from('posts').insert({ category_id: category!.id, title: 'Ghost', details: '' })).error,
    ).not.toBeNull()
    expect(
      (await client.from('comments').insert({ post_id: foreign.id, body: 'Ghost' })).error,
    ).not.toBeNull()
    expect((await client.rpc('set_vote', { post_id: foreign.id, wanted: true })).error).not.toBeNull()
    const upload = await client.storage
      .from('images')
      .upload(`${person.id}/${randomUUID()}.webp`, new Uint8Array([1]), asWebp)
    expect(upload.error).not.toBeNull()
    expect((await client.rpc('get_viewer')).data ?? []).toEqual([])
    const { data, error } = await anonClient().auth.signInWithPassword({ email: person.email, password })
    expect(error?.code).toBe('invalid_credentials')
    expect(data.session).toBeNull()
  })

  test('can’t be changed by anyone else', async () => {
    expect((await anonClient().rpc('delete_account', { remove_content: true })).error?.code).toBe('42501')
    const person = await createMember()
    expect(await refusal('anon', 'select public.delete_account(true)')).toBe('42501')
    expect((await sql`select 1 from auth.users where id = ${person.id}`).length).toBe(1)
  })
})
