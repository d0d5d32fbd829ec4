import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'
import { keyOf, refused, withKey } from '../support/api-keys.ts'

test('a key is shown once, kept as a digest and checked offline', async () => {
  const moderator = await createMember({ moderator: true })
  const { key } = await keyOf(moderator, ['write'])
  expect(key).toMatch(/^sp_[0-9A-Za-z]{43}[0-9a-f]{6}$/)
  expect(createHash('sha256').update(key.slice(0, -6)).digest('hex').slice(0, 6)).toBe(key.slice(-6))
  const [row] = await sql`select k::text from private.api_keys k where person_id = ${moderator.id}`
  expect(row!.k).not.toContain(key.slice(3, 40))
  const { data } = await moderator.client.rpc('list_api_keys')
  expect(data).toMatchObject([{ name: 'Support desk', scopes: ['read', 'write'], last_four: key.slice(-4) }])
  const [entry] = await sql`select * from public.audit_log where actor_id = ${moderator.id}`
  expect(entry).toMatchObject({ action: 'key.create', after: { name: 'Support desk' } })
})

test('an old session makes no key, which would outlive it', async () => {
  const moderator = await createMember({ moderator: true })
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${moderator.id}`
  expect(await refused(moderator.client.rpc('make_api_key', { name: 'x', scopes: [] }))).toBe('not_fresh')
})

test('only the team makes keys, only admins make admin keys, and no key makes another', async () => {
  const [member, moderator, admin] = await Promise.all([
    createMember(),
    createMember({ moderator: true }),
    createMember({ admin: true }),
  ])
  const make = (client: Member['client'], scopes: string[]) =>
    refused(client.rpc('make_api_key', { name: 'x', scopes }))
  expect(await make(anonClient(), [])).toBe('42501')
  expect(await make(member.client, [])).toBe('42501')
  expect(await make(moderator.client, ['admin'])).toBe('42501')
  expect(await make(moderator.client, ['root'])).toBe('23514')
  const { client } = await keyOf(admin, ['write', 'admin'])
  expect(await make(client, [])).toBe('key_refused')
  for (const closed of ['list_sessions', 'remove_factor', 'export_account', 'list_api_keys', 'renew_feed']) {
    expect(await refused(client.rpc(closed as 'list_sessions')), closed).toBe('key_refused')
  }
  expect(await refused(client.from('profiles').update({ name: 'Thief' }).eq('id', admin.id))).toBe(
    'key_refused',
  )
  expect((await sql`select name from public.profiles where id = ${admin.id}`)[0]!.name).toBe('Member')
})

test('no key makes another, whichever way it tries', async () => {
  const admin = await createMember({ admin: true })
  await keyOf(admin, ['admin'])
  const { data } = await admin.client.rpc('list_api_keys').throwOnError()
  const { id } = data[0]!
  const claims = {
    sub: admin.id,
    role: 'authenticated',
    aal: 'aal1',
    key: id,
    scopes: ['admin', 'team', 'write'],
  }
  for (const call of [`make_api_key('x', '{}')`, 'list_api_keys()', `end_api_key(${id})`]) {
    const asked = sql.begin(async (as) => {
      await as`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('request.jwt.claim.sub', ${admin.id}, true)`
      await as.unsafe(`set local role authenticated; select public.${call}`)
    })
    await expect(asked, call).rejects.toMatchObject({ hint: 'key_refused' })
  }
})

describe('a key may do what its owner may, limited by its scopes', () => {
  test('reading', async () => {
    const admin = await createMember({ admin: true })
    const { client } = await keyOf(admin, ['read'])
    expect((await client.rpc('list_posts', { max_rows: 1 })).error).toBeNull()
    expect((await client.rpc('get_viewer').single()).data).toMatchObject({ id: admin.id, role: null })
    expect(await refused(client.rpc('admin_posts', {}))).toBe('42501')
    const post = await createPost({ authorId: admin.id })
    expect(await refused(client.rpc('set_vote', { post_id: post.id, wanted: true }))).toBe('25006')
    expect((await client.from('tags').select('id')).data).toEqual([])
  })

  test('writing, for the team and for admins', async () => {
    const admin = await createMember({ admin: true })
    const author = await createMember()
    const post = await createPost({ authorId: author.id })
    const write = await keyOf(admin, ['write'])
    const sent = {
      category: 'feedback',
      title: 'By a key',
      details: 'x',
      mentions: [],
      sent_key: randomUUID(),
    }
    const category = (await sql`select slug from public.categories order by id limit 1`)[0]!.slug as string
    const made = await write.client.rpc('create_post', { ...sent, category }).single()
    expect(made.error).toBeNull()
    const state = { post_ids: [post.id], new_state: 'planned' as const, seen: { [post.id]: 'proposed' } }
    expect(await refused(write.client.rpc('admin_set_state', state))).toBe('42501')
    const readsTeam = await keyOf(admin, ['team'])
    expect((await readsTeam.client.rpc('admin_posts', {})).error).toBeNull()
    expect(await refused(readsTeam.client.rpc('admin_set_state', state))).toBe('25006')
    const team = await keyOf(admin, ['write', 'team'], 'Triage')
    expect((await team.client.rpc('get_viewer').single()).data).toMatchObject({ role: 'moderator' })
    expect((await team.client.rpc('admin_set_state', state)).data).toMatchObject([{ outcome: 'done' }])
    expect(await refused(team.client.rpc('admin_webhooks'))).toBe('42501')
    const all = await keyOf(admin, ['write', 'admin'])
    expect((await all.client.rpc('admin_webhooks')).error).toBeNull()
    const entries = await sql`
      select action, key_name from public.audit_log
      where actor_id = ${admin.id} and key_name is not null order by id`
    expect(entries.map(({ action, key_name }) => `${key_name} ${action}`)).toEqual([
      'Support desk key.insert',
      'Triage post.state',
    ])
  })

  test('and loses its rights with the role, the account and its expiry', async () => {
    const [boss, moderator] = await Promise.all([
      createMember({ admin: true }),
      createMember({ moderator: true }),
    ])
    const { key, client } = await keyOf(moderator, ['write', 'team'])
    expect((await client.rpc('admin_posts', {})).error).toBeNull()
    await boss.call('set_role', { person_id: moderator.id })
    expect(await refused(client.rpc('admin_posts', {}))).toBe('42501')
    expect((await client.rpc('get_viewer').single()).data).toMatchObject({ role: null })
    await boss.call('set_role', { person_id: moderator.id, wanted: 'moderator' })
    expect((await client.rpc('admin_posts', {})).error).toBeNull()
    const { data } = await boss.client.rpc('list_api_keys')
    const listed = data!.find(({ last_four }) => last_four === key.slice(-4))!
    expect(await moderator.call('end_api_key', { key_id: listed.id })).toBe(true)
    expect(await refused(client.rpc('list_posts', {}))).toBe('key_ended')
    expect(await refused(withKey('sp_nothing').rpc('list_posts', {}))).toBe('key_unknown')
    const soon = await keyOf(moderator, [])
    await sql`update private.api_keys set ends_at = now() - interval '1 second' where person_id = ${moderator.id}`
    expect(await refused(soon.client.rpc('list_posts', {}))).toBe('key_ended')
  })

  test('and doesn’t act for the team without the second factor that the site requires', async () => {
    const admin = await createMember({ admin: true })
    const { client } = await keyOf(admin, ['write', 'team'])
    await sql`update public.site_settings set requires_factor = true`
    try {
      expect(await refused(client.rpc('admin_posts', {}))).toBe('42501')
    } finally {
      await sql`update public.site_settings set requires_factor = false`
    }
  })
})
