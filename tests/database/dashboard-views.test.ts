import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  actingAs,
  anonClient,
  call,
  createMember,
  createPost,
  type Member,
  refusal,
  sql,
} from '../support/database.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ moderator: true }),
  createMember({ name: 'Anna' }),
])

const add = async (who: Member, is_shared: boolean) =>
  (
    await who.client
      .from('dashboard_views')
      .insert({ name: `View ${randomUUID()}`, query: 'min=10', is_shared })
      .select('id, owner_id, name')
      .single()
      .throwOnError()
  ).data
const readBy = async (who: Member, id: number) =>
  (await who.client.from('dashboard_views').select('id').eq('id', id)).data!.length === 1
const deletedBy = async (who: Member, id: number) =>
  (await who.client.from('dashboard_views').delete().eq('id', id).select('id')).data!.length === 1

describe('a view', () => {
  test('is visible only to its owner until it is shared, and then to the team', async () => {
    const [own, shared] = [await add(moderator, false), await add(moderator, true)]
    const exported = JSON.stringify(await moderator.call('export_account'))
    expect(exported).toContain(own.name)
    expect(JSON.stringify(await admin.call('export_account'))).not.toContain(shared.name)
    expect(own.owner_id).toBe(moderator.id)
    const read = await Promise.all(
      [own.id, shared.id].flatMap((id) => [moderator, admin, member].map((who) => readBy(who, id))),
    )
    expect(read).toEqual([true, false, false, true, true, false])
    const { data } = await admin.client
      .from('dashboard_views')
      .update({ name: 'Mine now' })
      .eq('id', shared.id)
      .select('id')
    expect(data).toEqual([])
    expect(await deletedBy(admin, own.id)).toBe(false)
    expect(await deletedBy(admin, shared.id)).toBe(true)
    expect(await deletedBy(moderator, own.id)).toBe(true)
    const third = await add(admin, true)
    expect(await deletedBy(moderator, third.id)).toBe(false)
  })

  test('can’t be written by anyone else, whoever they claim to be', async () => {
    const insert = (owner: string) =>
      `insert into public.dashboard_views (name, query, owner_id) values ('x', '', '${owner}')`
    expect(await refusal('anon', 'select * from public.dashboard_views')).toBe('42501')
    for (const who of ['anon', member, moderator, admin] as const)
      expect(await refusal(who, insert(admin.id))).toBe('42501')
    expect(await refusal(member, `insert into public.dashboard_views (name, query) values ('x', '')`)).toBe(
      '42501',
    )
    const shared = await add(admin, true)
    for (const statement of [
      `update public.dashboard_views set name = 'y' where id = ${shared.id}`,
      `delete from public.dashboard_views where id = ${shared.id}`,
    ])
      expect(await actingAs(member, async (as) => (await as.unsafe(statement)).count)).toBe(0)
  })

  test('has one name per owner, is one of fifty, and is deleted with the account', async () => {
    const leaver = await createMember({ moderator: true })
    const { name } = await add(leaver, true)
    const same = { name: ` ${name.toUpperCase()} `, query: '' }
    expect((await leaver.client.from('dashboard_views').insert(same)).error?.code).toBe('23505')
    expect(
      (await leaver.client.from('dashboard_views').insert({ name: ' ', query: '' })).error,
    ).not.toBeNull()
    await sql`
      insert into public.dashboard_views (owner_id, name, query)
      select ${leaver.id}, 'View ' || n, '' from generate_series(2, 50) n`
    expect(
      (await leaver.client.from('dashboard_views').insert({ name: 'One more', query: '' })).error,
    ).not.toBeNull()
    await sql`delete from auth.users where id = ${leaver.id}`
    expect(await sql`select from public.dashboard_views where owner_id = ${leaver.id}`).toHaveLength(0)
  })
})

describe('more columns', () => {
  test('contain tags and notes of posts, only for the team', async () => {
    const [post, gone] = [await createPost({ details: 'All of it' }), await createPost()]
    const name = `w${randomUUID().slice(0, 8)}`
    const { data: tag } = await admin.client
      .from('tags')
      .insert({ name })
      .select('id')
      .single()
      .throwOnError()
    await admin.call('admin_change_tags', { post_ids: [post.id], added: [tag.id], removed: [] })
    await admin.client.from('post_notes').insert({ post_id: post.id, body: 'Hm' }).throwOnError()
    await sql`update public.posts set deleted_at = now() where id = ${gone.id}`
    const data = await moderator.call('admin_columns', { post_ids: [post.id, gone.id] })
    expect(data).toMatchObject([{ post_id: post.id, tags: [name], notes_total: 1, details: null }])
    const given = { post_ids: [post.id, gone.id], with_details: true }
    expect(await moderator.call('admin_columns', given)).toMatchObject([{ details: 'All of it' }])
    for (const client of [anonClient(), member.client])
      expect((await client.rpc('admin_columns', given)).error?.code).toBe('42501')
  })
})

describe('the expanded row', () => {
  test('shows everything about a post', async () => {
    const { id } = await createPost({ authorId: member.id, details: 'All of it' })
    await sql`insert into public.comments (post_id, author_id, body, created_at)
      select ${id}, ${member.id}, 'Comment ' || n, now() + make_interval(secs => n) from generate_series(1, 7) n`
    await sql`insert into public.votes (user_id, post_id) values (${member.id}, ${id}), (${admin.id}, ${id})`
    await sql`insert into public.images (post_id, uploader_id, path, width, height)
      values (${id}, ${member.id}, ${`${member.id}/${randomUUID()}.png`}, 10, 20)`
    await admin.call('admin_set_state', { post_ids: [id], new_state: 'planned', public_note: 'Soon.' })
    const { data } = await call<{ comments: { body: string }[]; voters: { name: string }[] }>(
      admin.client,
      'admin_post',
      { post_id: id },
    )
    expect(data).toMatchObject({
      id,
      details: 'All of it',
      state: 'planned',
      voters_total: 2,
      images: [{ width: 10, height: 20, alt: '' }],
      timeline: [{ from_state: 'proposed', to_state: 'planned', note: 'Soon.' }],
      audit: [
        {
          action: 'post.state',
          actor_name: 'Admin',
          before: { state: 'proposed' },
          after: { state: 'planned' },
        },
      ],
    })
    expect(data!.comments.map(({ body }) => body)).toEqual([7, 6, 5, 4, 3].map((n) => `Comment ${n}`))
    expect(data!.voters.map(({ name }) => name).toSorted()).toEqual(['Admin', 'Anna'])
  })

  test('of a post that does not exist is null', async () => {
    expect(await call(admin.client, 'admin_post', { post_id: 999_999_999 })).toEqual({
      data: null,
      error: null,
    })
  })
})
