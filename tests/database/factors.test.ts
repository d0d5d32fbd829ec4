import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { actingAs, createMember, createPost, refusal, sql } from '../support/database.ts'
import { type Client, newcomer, signIn, told } from '../support/sign-in.ts'
import { codeOf, isCalled, secured } from '../support/factors.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

/** As if the last code had been entered a while ago: with the token of a session refreshed since. */
async function age(client: Client) {
  const { data } = await client.auth.getSession()
  const { session_id: id } = JSON.parse(atob(data.session!.access_token.split('.')[1]!)) as {
    session_id: string
  }
  await sql`
    update auth.mfa_amr_claims set updated_at = now() - interval '10 minutes' where session_id = ${id}`
  expect((await client.auth.refreshSession()).error).toBeNull()
}

test('the local service answers as its table says', async () => {
  const member = await newcomer()
  const client = await signIn(member.email)
  const { mfa } = client.auth
  const { data: enrolled } = await mfa.enroll({ factorType: 'totp', issuer: 'Signpost' })
  const { id: factorId, totp } = enrolled!
  expect(totp.uri).toContain('otpauth://totp/Signpost:')
  expect(totp.qr_code).toContain('<svg')
  expect((await mfa.enroll({ factorType: 'totp' })).error?.code).toBe('mfa_factor_name_conflict')
  expect((await mfa.enroll({ factorType: 'phone', phone: '123' })).error?.code).toBe('validation_failed')

  const other = await signIn((await newcomer()).email)
  expect((await other.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
  expect((await other.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')

  const { data: challenge } = await mfa.challenge({ factorId })
  const challengeId = challenge!.id
  const wrong = await mfa.verify({ factorId, challengeId, code: codeOf(totp.secret, 5) })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  const second = await signIn(member.email)
  const { data: verified } = await mfa.verify({ factorId, challengeId, code: codeOf(totp.secret) })
  expect(verified!.user.factors).toMatchObject([{ id: factorId, status: 'verified' }])
  const again = await mfa.verify({ factorId, challengeId, code: codeOf(totp.secret) })
  expect(again.error?.code).toBe('mfa_ip_address_mismatch')
  expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })
  await client.auth.refreshSession()
  const { data: level } = await mfa.getAuthenticatorAssuranceLevel()
  expect(level!.currentLevel).toBe('aal2')
  expect(
    level!.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
  ).toContain('totp')
  expect((await second.auth.refreshSession()).error).not.toBeNull()

  const half = await signIn(member.email)
  expect((await half.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  expect((await half.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
  expect((await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'b' })).error?.code).toBe(
    'insufficient_aal',
  )
  expect((await half.auth.updateUser({ password: 'another horse battery' })).error?.code).toBe(
    'insufficient_aal',
  )
  const { data: old } = await mfa.challenge({ factorId })
  await sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${old!.id}`
  const late = await mfa.verify({ factorId, challengeId: old!.id, code: codeOf(totp.secret) })
  expect(late.error?.code).toBe('mfa_challenge_expired')
  expect((await mfa.unenroll({ factorId })).error?.status).toBe(500)
})

test('without the code of a factor, the person counts as a visitor', async () => {
  const { email, client } = await secured({ admin: true })
  const half = await signIn(email)
  expect((await half.rpc('awaits_code')).data).toBe(true)
  expect((await half.rpc('get_viewer')).data).toEqual([])
  expect((await half.from('roles').select('role')).data).toEqual([])
  expect(await isCalled(half, 'admin_posts')).toBe('42501')
  expect((await half.from('profiles').update({ name: 'Thief' }).eq('name', 'Member')).error?.code).toBe(
    '42501',
  )
  expect(await isCalled(half, 'list_sessions')).toBe('42501')
  const { data: sessions } = await client.rpc('list_sessions')
  expect(await isCalled(half, 'end_session', { session_id: sessions[0].id })).toBe('42501')
  expect((await half.rpc('export_account')).data).toBeNull()
  expect(await isCalled(half, 'delete_account', { remove_content: true })).toBe('42501')
  expect((await client.rpc('get_viewer')).data).toHaveLength(1)
})

test('the team must use a second factor once the site requires it', async () => {
  const admin = await secured({ admin: true })
  const bare = await newcomer({ admin: true })
  const moderator = await newcomer({ moderator: true })
  expect(await isCalled(bare.client as Client, 'require_team_factor', { wanted: true })).toBe('PT409')
  expect(await isCalled(moderator.client as Client, 'require_team_factor', { wanted: true })).toBe('42501')
  expect(await isCalled(bare.client as Client, 'moderation_settings')).toBeNull()
  expect(await isCalled(admin.client, 'require_team_factor', { wanted: true })).toBeNull()
  try {
    for (const { client } of [bare, moderator]) {
      expect(await isCalled(client as Client, 'moderation_settings')).toBe('42501')
      expect((await client.from('tags').insert({ name: 'x' })).error?.code).toBe('42501')
      expect((await client.rpc('get_viewer').single()).data).toMatchObject({ role: null, needs_factor: true })
      expect((await client.rpc('is_name_free', { name: 'Signpost' })).data).toBe(false)
    }
    const [counted] = await sql`
      select private.standing_of(${bare.id}) as standing, private.is_trusted(${bare.id}) as is_trusted,
        private.standing_of(${admin.id}) as standing_of_other, private.is_trusted(${admin.id}) as is_other_trusted`
    expect(counted).toEqual({
      standing: 'newcomer',
      is_trusted: false,
      standing_of_other: 'regular',
      is_other_trusted: true,
    })
    const posted = await actingAs(bare, async (as) => {
      await as`reset role`
      await as`update private.moderation set approval = 'all'`
      await as`set local role authenticated`
      return as`select * from public.create_post('new-features', 'A post', '', ${randomUUID()})`
    })
    expect(posted).toHaveLength(0)
    const isHidden = async (authorId: string) => {
      const { id: postId } = await createPost({ authorId })
      return actingAs(moderator, async (as) => {
        await as`reset role`
        await as`update private.moderation set reports_to_hide = 1`
        await as`insert into private.reports (post_id, reporter_id, reason) values (${postId}, ${admin.id}, 'spam')`
        return (await as`select private.hide_reported(${postId}, null) as is`)[0]!.is as boolean
      })
    }
    expect([await isHidden(bare.id), await isHidden(admin.id)]).toEqual([true, false])
    expect(await isCalled(admin.client, 'moderation_settings')).toBeNull()
    expect((await admin.client.rpc('is_name_free', { name: 'Signpost' })).data).toBe(true)
    expect((await admin.client.rpc('get_viewer').single()).data).toMatchObject({
      role: 'admin',
      has_factor: true,
      needs_factor: false,
    })
    // A token outlives what happens to its session.
    await sql`update auth.sessions set aal = 'aal1' where user_id = ${admin.id}`
    expect(await isCalled(admin.client, 'moderation_settings')).toBe('42501')
  } finally {
    await sql`update public.site_settings set requires_factor = false`
  }
  const [entry] = await sql`
    select before, after from public.audit_log where actor_id = ${admin.id} and action = 'site.update'`
  expect(entry).toEqual({ before: { requires_factor: false }, after: { requires_factor: true } })
})

test('a stolen session can’t remove a factor, add one, or create codes', async () => {
  const { client, factorId, secret, id, email } = await secured()
  await age(client)
  expect(await isCalled(client, 'remove_factor')).toBe('42501')
  expect(await isCalled(client, 'make_recovery_codes')).toBe('42501')
  expect((await client.auth.mfa.unenroll({ factorId })).error?.status).toBe(500)
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error?.status).toBe(500)
  const half = await signIn(email)
  expect(await isCalled(half, 'remove_factor')).toBe('42501')
  expect(await isCalled(half, 'make_recovery_codes')).toBe('42501')

  const other = await signIn((await newcomer()).email)
  expect(await isCalled(other, 'remove_factor')).toBe('42501')
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
  expect(await isCalled(client, 'remove_factor')).toBeNull()
  expect((await client.rpc('get_viewer').single()).data).toMatchObject({ has_factor: false })
  expect((await half.rpc('get_viewer')).data).toEqual([])
  expect(await told(id)).toEqual(['factor-added', 'factor-removed'])
})

test('a first factor requires a recent sign-in', async () => {
  const member = await newcomer()
  const client = await signIn(member.email)
  await sql`update auth.sessions set created_at = now() - interval '1 hour' where user_id = ${member.id}`
  await expect(client.auth.mfa.enroll({ factorType: 'totp' })).resolves.toMatchObject({
    error: { status: 500 },
  })
})

test('a fresh sign-in elsewhere doesn’t turn on a factor of an old session', async () => {
  const { email, id } = await newcomer()
  const stolen = await signIn(email)
  await sql`update auth.sessions set created_at = created_at - interval '1 hour' where user_id = ${id}`
  const owner = await signIn(email)
  const { id: factorId, totp } = (await stolen.auth.mfa.enroll({ factorType: 'totp' })).data!
  const verify = () => stolen.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
  expect((await verify()).error?.status).toBe(500)
  expect(await sql`select status from auth.mfa_factors where user_id = ${id}`).toEqual([
    { status: 'unverified' },
  ])
  expect((await owner.rpc('get_viewer').single()).data).toMatchObject({ has_factor: false })
  expect(await told(id)).toEqual([])
})

test('the first code comes within ten minutes, even if the sign-in is older by then', async () => {
  const { email, id } = await newcomer()
  const client = await signIn(email)
  const { id: factorId, totp } = (await client.auth.mfa.enroll({ factorType: 'totp' })).data!
  const verify = () => client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
  await sql`update auth.mfa_factors set created_at = now() - interval '11 minutes' where id = ${factorId}`
  expect((await verify()).error?.status).toBe(500)
  await sql`update auth.mfa_factors set created_at = now() - interval '5 minutes' where id = ${factorId}`
  await sql`update auth.sessions set created_at = now() - interval '14 minutes' where user_id = ${id}`
  expect((await verify()).error).toBeNull()
  await age(client)
  expect((await verify()).error).toBeNull()
})

test('people only see and end their own sessions', async () => {
  const member = await newcomer()
  const [here, there] = [
    await signIn(member.email),
    await signIn(member.email, 'Mozilla/5.0 (iPhone) Safari/604.1'),
  ]
  const { data: listed } = await here.rpc('list_sessions')
  expect(listed).toHaveLength(3)
  expect(listed[0]).toMatchObject({ is_current: true })
  const phone = listed.find(({ user_agent: name }: { user_agent: string | null }) => name?.includes('iPhone'))
  const stranger = await createMember()
  expect((await stranger.client.rpc('end_session' as never, { session_id: phone.id } as never)).data).toBe(
    false,
  )
  expect((await there.rpc('get_viewer')).data).toHaveLength(1)
  expect((await here.rpc('end_session', { session_id: phone.id })).data).toBe(true)
  expect((await there.rpc('get_viewer')).data).toEqual([])
  expect((await there.auth.refreshSession()).error).not.toBeNull()
  expect(await refusal('anon', `select public.end_session('${phone.id}')`)).toBe('42501')
})

test('an API key made with a second factor acts for the team while that factor exists', async () => {
  const admin = await secured({ admin: true })
  const make = async () =>
    (await admin.client.rpc('make_api_key', { name: 'Desk', scopes: ['team'] }).throwOnError()).data as string
  const withKey = (key: string) =>
    createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers: { 'x-signpost-key': key } },
    })
  const client = withKey(await make())
  await sql`update public.site_settings set requires_factor = true`
  try {
    expect(await isCalled(client, 'moderation_settings')).toBe('42501')
    expect(await isCalled(client, 'admin_posts')).toBeNull()
    // A later factor is another one.
    await sql`update auth.mfa_factors set created_at = now() + interval '1 minute' where user_id = ${admin.id}`
    expect(await isCalled(client, 'admin_posts')).toBe('42501')
  } finally {
    await sql`update public.site_settings set requires_factor = false`
  }
})
