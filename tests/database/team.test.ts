import { describe, expect, test } from 'vitest'
import {
  actingAs,
  anonClient,
  createAccounts,
  createMember,
  createPost,
  refusal,
  sql,
} from '../support/database.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Kim' }),
])

const roleOf = async ({ id }: { id: string }) =>
  (await sql<{ role: string }[]>`select role from public.roles where user_id = ${id}`)[0]?.role ?? null

describe('a moderator', () => {
  test('is on the team, visible to everyone, and not an admin', async () => {
    const { data } = await anonClient().from('profiles').select('is_team').eq('id', moderator.id).single()
    expect(data!.is_team).toBe(true)
    const viewer = await moderator.one('get_viewer')
    expect(viewer.role).toBe('moderator')
    const [is] = await actingAs(
      moderator,
      (as) => as`select private.is_team() as team, private.is_admin() as admin`,
    )
    expect(is).toEqual({ team: true, admin: false })
    const [not] = await actingAs(member, (as) => as`select private.is_team() as team`)
    expect(not!.team).toBe(false)
  })

  test('sees the dashboard, edits, sets state and category, merges and undoes merges', async () => {
    const { client } = moderator
    const [post, other] = [await createPost({ authorId: member.id }), await createPost()]
    await client.rpc('admin_posts', {}).throwOnError()
    await client.rpc('admin_posts_total', {}).throwOnError()
    await client.rpc('admin_matching', {}).throwOnError()
    await client.rpc('suggest_merges', { newest: 0 }).throwOnError()
    const edit = { post_id: post.id, new_title: 'Edited by the team', new_details: '', seen_revision: 0 }
    expect((await client.rpc('edit_post', edit)).data).toMatchObject([{ status: 'saved' }])
    const state = { post_ids: [post.id], new_state: 'planned' as const }
    expect((await client.rpc('admin_set_state', state)).data).toMatchObject([{ outcome: 'done' }])
    const merge = { post_ids: [other.id], into_id: post.id }
    expect((await client.rpc('merge_posts', merge)).data).toMatchObject([{ outcome: 'done' }])
    expect((await client.rpc('unmerge_posts', { post_ids: [other.id] })).data).toMatchObject([
      { outcome: 'done' },
    ])
    const { data: entries } = await client
      .from('audit_log')
      .select('action')
      .eq('post_id', post.id)
      .order('id')
      .throwOnError()
    expect(entries.map(({ action }) => action)).toEqual(['post.edit', 'post.state'])
  })

  test('can’t delete others’ content, change settings or see roles', async () => {
    const post = await createPost({ authorId: member.id })
    const [comment] = await sql<{ id: string }[]>`
      insert into public.comments (post_id, author_id, body) values (${post.id}, ${member.id}, 'Mine') returning id`
    for (const statement of [
      `select public.delete_post(${post.id})`,
      `select public.delete_comment(${comment!.id})`,
      `insert into public.categories (slug, name) values ('by-moderator', 'Mine')`,
      `insert into public.synonyms (words) values ('{a,b}')`,
    ]) {
      expect(await refusal(moderator, statement), statement).toBe('42501')
    }
    const read = (table: string) =>
      actingAs(moderator, async (as) => (await as.unsafe(`select * from ${table}`)).length)
    expect(await read('public.roles')).toBe(1)
    expect(await read(`public.audit_log where action like 'role.%'`)).toBe(0)
    expect(await read('public.synonyms')).toBe(0)
  })
})

describe('roles', () => {
  test('are granted and revoked, logged each time', async () => {
    const person = await createMember()
    const give = (wanted?: string) => admin.client.rpc('set_role', { person_id: person.id, wanted })
    for (const wanted of ['moderator', 'admin', undefined] as const) {
      expect((await give(wanted)).error).toBeNull()
      expect(await roleOf(person)).toBe(wanted ?? null)
    }
    expect((await give('owner')).error?.code).toBe('22023')
    const entries = await sql`
      select action from public.audit_log
      where actor_id = ${admin.id} and ${person.id} in (before ->> 'user_id', after ->> 'user_id') order by id`
    expect(entries.map(({ action }) => action)).toEqual([
      'role.grant',
      'role.revoke',
      'role.grant',
      'role.revoke',
    ])
  })

  test('can’t be given to people without a confirmed address', async () => {
    const [unconfirmed] = await createAccounts(1)
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed!.id}`
    const [placeholder] = await sql<{ id: string }[]>`
      insert into public.profiles (name, placeholder) values ('Imported', true) returning id`
    for (const { id } of [unconfirmed!, placeholder!]) {
      expect(await refusal(admin, `select public.set_role('${id}', 'moderator')`)).toBe('23514')
    }
  })

  test('can’t leave the site without an admin', async () => {
    // As if there were no other admins; rolled back.
    const alone = `set local session_replication_role = replica;
      delete from public.roles where user_id <> '${admin.id}'; set local session_replication_role = origin`
    for (const statement of [
      `select public.set_role('${admin.id}')`,
      `select public.set_role('${admin.id}', 'moderator')`,
      // As deleting the account does.
      `reset role; delete from public.profiles where id = '${admin.id}'`,
    ]) {
      const refused = actingAs(admin, async (as) => {
        await as.unsafe('reset role')
        await as`select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true)`
        await as.unsafe(alone)
        await as`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: admin.id })}, true),
                        set_config('request.jwt.claim.sub', ${admin.id}, true)`
        await as.unsafe('set local role authenticated')
        await as.unsafe(statement)
      })
      await expect(refused).rejects.toMatchObject({ code: '23514' })
    }
    expect(await roleOf(admin)).toBe('admin')
  })

  test('of the last two admins who remove each other at once, one stays', async () => {
    const [one, two] = [await createMember({ admin: true }), await createMember({ admin: true })]
    // Both hold the lock in turn: the second is no longer an admin.
    const answers = await Promise.all([
      one.client.rpc('set_role', { person_id: two.id }),
      two.client.rpc('set_role', { person_id: one.id }),
    ])
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect([await roleOf(one), await roleOf(two)].filter(Boolean)).toEqual(['admin'])
  })
})

const anon = anonClient()

const isTeam = async ({ id }: { id: string }) =>
  (await anon.from('profiles').select('is_team').eq('id', id).single().throwOnError()).data.is_team

test('everyone sees who is on the team, from the moment a role is granted until it is revoked', async () => {
  const person = await createMember()
  expect(await isTeam(person)).toBe(false)
  await sql`insert into public.roles (user_id, role) values (${person.id}, 'admin')`
  expect(await isTeam(person)).toBe(true)
  await sql`update public.roles set user_id = ${member.id} where user_id = ${person.id}`
  expect([await isTeam(person), await isTeam(member)]).toEqual([false, true])
  await sql`delete from public.roles where user_id = ${member.id}`
  expect(await isTeam(member)).toBe(false)
})

test('posts, comments, replies and search mark the team’s authors', async () => {
  const admin = await createMember({ admin: true })
  const word = `Gooseberry${admin.id.replaceAll('-', '')}`
  const category = `team-${admin.id}`
  await sql`insert into public.categories (slug, name, position) values (${category}, 'Team', 90)`
  const post = await createPost({ authorId: admin.id, title: word, category })
  const other = await createPost({ authorId: member.id, title: `${word} jam`, category })
  const [comment] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, author_id, body) values (${post.id}, ${admin.id}, 'Said') returning id`
  await sql`
    insert into public.comments (post_id, parent_id, author_id, body)
    values (${post.id}, ${comment!.id}, ${member.id}, 'Asked'), (${post.id}, ${comment!.id}, null, 'Gone')`

  const listed = await anon.rpc('list_posts', { category }).throwOnError()
  const found = await anon.rpc('search_posts', { query: word }).throwOnError()
  for (const { data } of [listed, found]) {
    const said = Object.fromEntries(data.map((row) => [row.id, row.author_is_team]))
    expect([said[post.id], said[other.id]]).toEqual([true, false])
  }
  const { data: comments } = await anon.rpc('list_comments', { of_post: post.id }).throwOnError()
  expect(comments[0]).toMatchObject({ author_is_team: true })
  expect(comments[0]!.replies).toMatchObject([{ author_is_team: false }, { author_is_team: false }])
})

test('no one can make themselves a team member', async () => {
  await member.client.auth.updateUser({ data: { is_team: true, role: 'admin' } })
  expect(await isTeam(member)).toBe(false)
})
