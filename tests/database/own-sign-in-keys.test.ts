import { describe, expect, test } from 'vitest'
import { anonClient, createMember, refusal, sql } from '../support/database.ts'
import { admin, renewKey, signIn, trust, useKey } from '../support/own-sign-in.ts'

const publicKey = `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'A'.repeat(86)}==`

useKey()

describe('keys', () => {
  test('a secret is shown once, there are at most two, and only admins add or remove them', async () => {
    await sql`delete from private.own_keys`
    const secret = await admin.call('admin_add_own_key', { algorithm: 'HS256' })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(
      await admin.call('admin_add_own_key', {
        algorithm: 'ES256',
        public_key: `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`,
      }),
    ).toBeNull()
    const both = await Promise.all(
      [1, 2].map(() => admin.client.rpc('admin_add_own_key', { algorithm: 'HS256' })),
    )
    expect(both.map(({ error }) => error?.hint)).toEqual(['own_keys_full', 'own_keys_full'])
    const listed = await admin.call('admin_own_keys')
    expect(listed).toMatchObject([
      { algorithm: 'HS256', last_four: secret.slice(-4) },
      { algorithm: 'ES256' },
    ])
    expect(JSON.stringify(listed)).not.toContain(secret)
    const [entry] =
      await sql`select after from public.audit_log where action = 'signin.addkey' and actor_id = ${admin.id} order by id desc`
    expect(JSON.stringify(entry)).not.toContain(secret)
    const moderator = await createMember({ moderator: true })
    for (const one of [moderator, await createMember()]) {
      for (const call of ["admin_add_own_key('HS256')", 'admin_own_keys()', 'admin_remove_own_key(1)'])
        expect(await refusal(one, `select public.${call}`), call).toBe('42501')
    }
    await renewKey()
  })

  test.each([
    '',
    'x',
    publicKey.slice(0, -6),
    `${publicKey}${publicKey}`,
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
  ])('a public key of another kind is refused: %s', async (given) => {
    const { error } = await admin.client.rpc('admin_add_own_key', { algorithm: 'ES256', public_key: given })
    expect(error?.hint).toBe('own_key_unreadable')
  })

  test('an old session adds no key, which would outlive it', async () => {
    const other = await createMember({ admin: true })
    await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${other.id}`
    const { error } = await other.client.rpc('admin_add_own_key', { algorithm: 'HS256' })
    expect(error?.hint).toBe('not_fresh')
  })

  test('an old session can’t turn on trust, which would open every account to whoever has a key', async () => {
    const other = await createMember({ admin: true })
    await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${other.id}`
    const set = async (wanted: boolean) =>
      (await other.client.rpc('admin_set_widget', { trusts_addresses: wanted })).error?.hint ?? null
    await trust(false)
    expect(await set(true)).toBe('not_fresh')
    await trust(true)
    expect(await set(false)).toBeNull()
  })

  test('only the server reads a secret, begins a sign-in or records a session', async () => {
    const people = ['anon' as const, await createMember(), admin]
    for (const who of people) {
      for (const call of [
        'select secret from private.own_keys',
        'select * from public.own_keys()',
        `select * from public.own_account('a')`,
        `select public.begin_own_sign_in('a', 'a@example.com', '', '{}', 'x', now(), 1)`,
        `select public.finish_own_sign_in(gen_random_uuid(), gen_random_uuid())`,
        `select public.note_own_session(gen_random_uuid(), gen_random_uuid())`,
        'select * from private.own_identities',
        'select * from private.own_claims',
        'select * from private.own_tokens',
        'select * from private.own_sessions',
      ])
        expect(await refusal(who, call), call).toBe('42501')
    }
    expect((await anonClient().rpc('own_keys')).error?.code).toBe('42501')
  })

  test('a removed key no longer signs anyone in', async () => {
    expect(await signIn({ key_id: -1 })).toBe('own_token_old')
  })
})

describe('origins that may show the widget', () => {
  const save = (origins: string[]) => admin.client.rpc('admin_set_widget', { origins })

  test.each([
    [['https://app.example.com'], true],
    [
      ['https://*.example.com', 'https://example.com:8443', 'http://localhost:4000', 'http://127.0.0.1'],
      true,
    ],
    [['http://app.example.com'], false],
    [['*'], false],
    [["'self'"], false],
    [['https://*'], false],
    [['https://*.*.example.com'], false],
    [['https://app.example.com/'], false],
    [['https://app.example.com; script-src *'], false],
    [['https://app.example.com\nX-Frame-Options: ALLOW'], false],
    [['javascript:alert(1)'], false],
    [Array.from({ length: 21 }, (_, i) => `https://a${i}.example.com`), false],
  ])('%j: %s', async (origins, isTaken) => {
    const { error } = await save(origins)
    expect(error === null).toBe(isTaken)
  })

  test('are set only by admins', async () => {
    for (const who of ['anon' as const, await createMember(), await createMember({ moderator: true })]) {
      expect(await refusal(who, `select public.admin_set_widget(array['https://evil.example'], true)`)).toBe(
        '42501',
      )
      expect(await refusal(who, `update public.site_settings set widget_origins = '{}'`)).toBe('42501')
    }
    await save([])
  })
})
