import { expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { type Client, newcomer, signIn, told } from '../support/sign-in.ts'
import { codeOf, isCalled, secured } from '../support/factors.ts'

test('a recovery code works once and removes the factor', async () => {
  const { client, email, id } = await secured()
  const { data: codes } = await client.rpc('make_recovery_codes')
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  const kept = await sql`select digest::text from private.recovery_codes where user_id = ${id}`
  for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code)
  expect((await client.rpc('count_recovery_codes')).data).toBe(10)

  const stranger = await secured()
  const strange = await signIn(stranger.email)
  expect((await strange.rpc('use_recovery_code', { code: codes[0] })).data).toBe(false)
  const half = await signIn(email)
  expect((await half.rpc('use_recovery_code', { code: 'abcd-efgh-2345' })).data).toBe(false)
  const both = await Promise.all([
    half.rpc('use_recovery_code', { code: codes[3].toUpperCase().replaceAll('-', ' ') }),
    half.rpc('use_recovery_code', { code: codes[3] }),
  ])
  expect(both.filter(({ data }) => data === true)).toHaveLength(1)
  expect((await half.rpc('get_viewer').single()).data).toMatchObject({ has_factor: false })
  expect(await isCalled(half, 'use_recovery_code', { code: codes[4] })).toBe('42501')
  expect((await client.rpc('get_viewer')).data).toEqual([])
  expect(await told(id)).toEqual(['factor-added', 'factor-recovered'])
})

test('guessing recovery codes with a stolen password doesn’t lock the owner out', async () => {
  const { email, factorId, secret } = await secured()
  const half = await signIn(email)
  for (let count = 0; count < 40; count++) {
    expect((await half.rpc('use_recovery_code', { code: `abcd-efgh-${1_000 + count}` })).data).toBe(false)
  }
  expect((await half.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
})

test('an admin resets another person’s lost factor, never their own', async () => {
  const [admin, other, moderator] = await Promise.all([
    secured({ admin: true }),
    secured({ admin: true }),
    newcomer({ moderator: true }),
  ])
  const reset = (client: Client, person_id: string) => client.rpc('reset_factor', { person_id })
  expect((await reset(admin.client, admin.id)).error?.code).toBe('PT409')
  expect((await reset(moderator.client as Client, other.id)).error?.code).toBe('42501')
  expect((await reset(await signIn(admin.email), other.id)).error?.code).toBe('42501')
  expect((await reset(admin.client, other.id)).data).toBe(true)
  expect((await reset(admin.client, other.id)).data).toBe(false)
  expect((await other.client.rpc('get_viewer')).data).toEqual([])
  expect(await told(other.id)).toEqual(['factor-added', 'factor-reset'])
  const [entry] =
    await sql`select actor_id, before from public.audit_log where action = 'factor.reset' and before ->> 'user_id' = ${other.id}`
  expect(entry).toEqual({ actor_id: admin.id, before: { user_id: other.id } })
  expect((await (await signIn(other.email)).rpc('get_viewer').single()).data).toMatchObject({ role: 'admin' })
})

test('a deleted account removes its factor', async () => {
  const { client, id } = await secured()
  expect((await client.rpc('delete_account', { remove_content: true })).error).toBeNull()
  expect(await sql`select from auth.mfa_factors where user_id = ${id}`).toHaveLength(0)
})
