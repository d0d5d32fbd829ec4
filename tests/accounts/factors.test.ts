import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { callAction } from '../support/action.ts'
import { clientAt, createAccount, operator } from './project'
import { newAddress, newEmail, password, visitor } from './visitor'

const { TEST_SITE_URL } = process.env

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

const viewerOf = async (person: ReturnType<typeof visitor>) =>
  JSON.parse((await person.ask('/api/viewer')).text) as {
    viewer: { role: string | null; hasFactor: boolean; needsFactor: boolean } | null
    awaitsCode?: true
  }

async function member(role?: 'admin' | 'moderator') {
  const [person, email] = [visitor(), newEmail()]
  const id = await createAccount(email, password)
  if (role) await operator.from('roles').insert({ user_id: id, role }).throwOnError()
  expect((await person.signIn(email)).result).toMatchObject({ ok: true, data: { awaitsCode: false } })
  return { person, email, id }
}

/** Someone who has turned on two-factor authentication. */
async function secured(role?: 'admin' | 'moderator') {
  const { person, ...account } = await member(role)
  const begun = await person.act<{ secret: string }>('/settings', 'startFactor', {
    password,
  })
  if (!begun.result.ok) throw new Error(begun.result.message)
  const { secret } = begun.result.data
  expect(begun.text).toContain('data:image/svg+xml,')
  const done = await person.act<{ codes: string[] }>('/settings', 'finishFactor', { code: codeOf(secret) })
  if (!done.result.ok) throw new Error(done.result.message)
  expect(done.result.data.codes).toHaveLength(10)
  expect(await viewerOf(person)).toMatchObject({ viewer: { hasFactor: true } })
  return { ...account, person, secret, codes: done.result.data.codes }
}

/** A session outside the site, as anyone with the password can start one. */
async function halfSession(email: string) {
  const client = clientAt(newAddress())
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client
}

test('pages and the API ask for a code at sign-in', async () => {
  const { person: owner, email, secret } = await secured('admin')
  const person = visitor()
  expect((await person.signIn(email)).result).toMatchObject({ ok: true, data: { awaitsCode: true } })
  expect(await viewerOf(person)).toEqual({ viewer: null, awaitsCode: true })
  for (const page of ['/settings', '/dashboard']) {
    const answer = await person.ask(page)
    expect(answer.status).toBe(307)
    expect(answer.headers.get('location')).toContain(`/settings/code?next=${encodeURIComponent(page)}`)
  }
  // Actions' ids aren't secret. Here, they are read with a complete session.
  const ask: typeof person.ask = (path, init) =>
    init?.method === 'POST' ? person.ask('/', init) : owner.ask(path, init)
  for (const [name, input] of [
    ['startLinking', 'github'],
    ['unlinkMethod', crypto.randomUUID()],
    ['endOtherSessions', null],
    ['endSession', { id: crypto.randomUUID() }],
    ['updateProfile', { name: 'Thief' }],
    ['startFactor', { password }],
    ['resetPassword', { password: 'another horse battery', repeatPassword: 'another horse battery' }],
  ] as const) {
    const { text } = await callAction({ site: TEST_SITE_URL!, ask }, '/settings', name, [input])
    expect(text, name).not.toContain('"ok":true')
  }
  expect(await viewerOf(owner)).toMatchObject({ viewer: { role: 'admin' } })
  const half = await halfSession(email)
  expect((await half.rpc('end_session', { session_id: crypto.randomUUID() })).error?.code).toBe('42501')
  expect((await half.rpc('admin_posts')).error?.code).toBe('42501')
  expect((await half.rpc('list_sessions')).error?.code).toBe('42501')
  expect((await half.auth.updateUser({ password: 'another horse battery' })).error).not.toBeNull()

  const wrong = await person.act('/settings/code', 'enterCode', { code: codeOf(secret, 9) })
  expect(wrong.result).toMatchObject({
    ok: false,
    fieldErrors: { code: expect.stringContaining('Wrong code') },
  })
  const right = await person.act('/settings/code', 'enterCode', { code: codeOf(secret) })
  expect(right.result).toEqual({ ok: true, data: { isRecovered: false } })
  expect(await viewerOf(person)).toMatchObject({ viewer: { role: 'admin' } })
  expect((await person.ask('/dashboard')).status).toBe(200)
})

test("a stolen session can't remove the factor, add one or create codes", async () => {
  const { person, email, secret } = await secured()
  const half = await halfSession(email)
  const { data: known } = await half.auth.mfa.listFactors()
  const [factor] = known!.totp
  expect((await half.auth.mfa.unenroll({ factorId: factor!.id })).error).not.toBeNull()
  expect((await half.rpc('remove_factor')).error?.code).toBe('42501')
  expect((await half.rpc('use_recovery_code', { code: 'abcd-efgh-2345' })).data).toBe(false)

  // Even a session that entered a code: it must be a recent code of this factor.
  expect(
    (await half.auth.mfa.challengeAndVerify({ factorId: factor!.id, code: codeOf(secret) })).error,
  ).toBeNull()
  expect((await half.auth.mfa.unenroll({ factorId: factor!.id })).error).not.toBeNull()
  expect((await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error).not.toBeNull()
  expect((await half.rpc('make_recovery_codes')).data).toHaveLength(10)

  const wrong = await person.act('/settings', 'removeFactor', { code: '000000' })
  expect(wrong.result).toMatchObject({ ok: false })
  const removed = await person.act('/settings', 'removeFactor', { code: codeOf(secret, 1) })
  expect(removed.result).toMatchObject({ ok: true })
  expect(await viewerOf(person)).toMatchObject({ viewer: { hasFactor: false } })
  expect((await half.rpc('get_viewer')).data).toEqual([])
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: true, data: { awaitsCode: false } })
})

test('a recovery code lets its owner in once', async () => {
  const { email, codes } = await secured()
  const [first, second] = [visitor(), visitor()]
  for (const person of [first, second]) await person.signIn(email)
  const given = { code: codes[0]!.toUpperCase() }
  expect((await first.act('/settings/code', 'enterCode', given)).result).toEqual({
    ok: true,
    data: { isRecovered: true },
  })
  expect(await viewerOf(first)).toMatchObject({ viewer: { hasFactor: false } })
  expect(await viewerOf(second)).toMatchObject({ viewer: null })
})

test('the site counts guesses per account and network, and the owner can sign in elsewhere', async () => {
  const { email, secret } = await secured()
  const thief = visitor()
  await thief.signIn(email)
  const answers = []
  for (let count = 0; count < 12; count++) {
    answers.push(
      (await thief.act('/settings/code', 'enterCode', { code: codeOf(secret, 20 + count) })).result,
    )
  }
  expect(answers.at(-1)).toMatchObject({ ok: false, reason: 'rate-limit' })
  const owner = visitor()
  await owner.signIn(email)
  const right = await owner.act('/settings/code', 'enterCode', { code: codeOf(secret) })
  expect(right.result).toMatchObject({ ok: true })
})

test('the team needs a second factor once an admin who uses one requires it', async () => {
  const admin = await secured('admin')
  const bare = await member('admin')
  const refused = await bare.person.act('/dashboard/settings/team', 'requireTeamFactor', true)
  expect(refused.result).toMatchObject({ ok: false })
  expect(
    (await admin.person.act('/dashboard/settings/team', 'requireTeamFactor', true)).result,
  ).toMatchObject({
    ok: true,
  })
  try {
    const client = await halfSession(bare.email)
    for (const name of ['moderation_settings', 'admin_posts', 'admin_people', 'admin_mails']) {
      expect((await client.rpc(name)).error?.code, name).toBe('42501')
    }
    expect(await viewerOf(bare.person)).toMatchObject({ viewer: { role: null, needsFactor: true } })
    const answer = await bare.person.ask('/dashboard')
    expect(answer.status).toBe(307)
    expect(answer.headers.get('location')).toContain('/settings#two-factor')
    expect((await admin.person.ask('/dashboard')).status).toBe(200)
  } finally {
    await admin.person.act('/dashboard/settings/team', 'requireTeamFactor', false)
  }
})

test("an admin resets another admin's lost factor", async () => {
  const [admin, other] = [await secured('admin'), await secured('admin')]
  const own = await admin.person.act('/settings', 'endSession', { id: other.id })
  expect(own.result).toMatchObject({ ok: true })
  const { data } = await operator.from('roles').select('user_id').eq('user_id', other.id).throwOnError()
  expect(data).toHaveLength(1)
  const reset = await admin.person.act('/dashboard/people', 'resetFactor', { id: other.id })
  expect(reset.result).toMatchObject({ ok: true })
  expect(await viewerOf(other.person)).toMatchObject({ viewer: null })
  expect((await visitor().signIn(other.email)).result).toMatchObject({ data: { awaitsCode: false } })
})

test('a new password needs a code, and so does a forgotten one', async () => {
  const { person, email, secret } = await secured()
  const form = { password, newPassword: 'another horse battery', confirmPassword: 'another horse battery' }
  const without = await person.act('/settings', 'changePassword', form)
  expect(without.result).toMatchObject({ ok: false, fieldErrors: { code: expect.any(String) } })
  const changed = await person.act('/settings', 'changePassword', { ...form, code: codeOf(secret, 1) })
  expect(changed.result).toMatchObject({ ok: true })
  expect(await viewerOf(person)).toMatchObject({ viewer: { hasFactor: true } })

  const { data } = await operator.auth.admin.generateLink({ type: 'recovery', email })
  const forgetful = visitor()
  const link = { type: 'recovery', tokenHash: data.properties!.hashed_token }
  expect((await forgetful.act('/auth/confirm', 'confirmMailLink', link)).result).toMatchObject({ ok: true })
  expect(await viewerOf(forgetful)).toEqual({ viewer: null, awaitsCode: true })
  const chosen = { password, repeatPassword: password }
  expect((await forgetful.act('/reset-password', 'resetPassword', chosen)).result).toMatchObject({
    ok: false,
  })
  expect((await forgetful.act('/settings/code', 'enterCode', { code: codeOf(secret) })).result).toMatchObject(
    { ok: true },
  )
  expect((await forgetful.act('/reset-password', 'resetPassword', chosen)).result).toMatchObject({ ok: true })
})

test('people see their sessions by browser, and can only end their own', async () => {
  const { person, email } = await member()
  const phone = clientAt(newAddress())
  await phone.auth.signInWithPassword({ email, password })
  const listed = await halfSession(email)
  const { data } = await listed.rpc('list_sessions').throwOnError()
  expect(data).toHaveLength(3)
  const stranger = await member()
  const other = data.find((session: { is_current: boolean }) => !session.is_current)!
  await stranger.person.act('/settings', 'endSession', { id: other.id })
  expect((await listed.rpc('list_sessions')).data).toHaveLength(3)
  expect((await person.act('/settings', 'endOtherSessions', null)).result).toMatchObject({ ok: true })
  expect((await listed.rpc('get_viewer')).data).toEqual([])
  expect((await viewerOf(person)).viewer).not.toBeNull()
  expect((await person.ask('/settings')).text).toContain('This device')
})
