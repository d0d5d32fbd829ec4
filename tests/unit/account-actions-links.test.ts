import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
// First, because it replaces what the actions import.
import { auth, cookies, person, rpc, saveName, useAuthService } from '../support/auth-service'
import { confirmSignUp, resetPassword } from '../../lib/actions/mail-links'

const newPassword = { password: 'a new long password', repeatPassword: 'a new long password' }

useAuthService()

test('a password reset needs an emailed link, whatever the cookie says', async () => {
  cookies.set('signpost-recovery', 'yes')
  rpc.mockResolvedValue({ data: false, error: null })
  expect(await resetPassword(newPassword)).toMatchObject({
    ok: false,
    message: expect.stringContaining('Open the link in your email first'),
  })
  expect(rpc).toHaveBeenCalledWith('is_recovering')
  expect(auth.updateUser).not.toHaveBeenCalled()
})

test.each([
  [false, true, true],
  [true, true, false],
  [false, false, false],
])('with a password %s and a fresh sign-in %s one may be added: %s', async (hasPassword, isFresh, mayAdd) => {
  rpc.mockImplementation((name: string) =>
    name === 'get_viewer'
      ? { maybeSingle: () => Promise.resolve({ data: { has_password: hasPassword } }) }
      : Promise.resolve({ data: name === 'is_fresh' && isFresh }),
  )
  auth.updateUser.mockResolvedValue({ error: null })
  expect((await resetPassword(newPassword)).ok).toBe(mayAdd)
  expect(auth.updateUser).toHaveBeenCalledTimes(mayAdd ? 1 : 0)
})

test('a first name is set with the new password; a refused name leaves the password unset', async () => {
  rpc.mockResolvedValue({ data: true, error: null })
  auth.getUser.mockResolvedValue({ data: { user: { id: 'nora' } } })
  saveName.mockReturnValueOnce({ error: { code: '23514', message: 'kept' } })
  const form = { ...newPassword, name: 'Nora Lin' }
  expect(await resetPassword(form)).toMatchObject({ ok: false, fieldErrors: { name: expect.any(String) } })
  expect(auth.updateUser).not.toHaveBeenCalled()
  saveName.mockReturnValueOnce({ error: null })
  auth.updateUser.mockResolvedValue({ error: null })
  expect(await resetPassword(form)).toMatchObject({ ok: true })
  expect(saveName).toHaveBeenLastCalledWith({ name: 'Nora Lin' }, 'nora')
})

describe('confirming a sign-up', () => {
  const form = { link: { tokenHash: 'abc', type: 'signup' }, name: 'Nora', password: person.password }
  const signedUp = (came_from: unknown) => ({
    data: { user: { id: 'nora', user_metadata: { name: 'Silly Name', came_from } }, session: {} },
    error: null,
  })
  beforeEach(() => {
    auth.updateUser.mockResolvedValue({ error: null })
    saveName.mockReturnValue({ error: null })
    // The link starts a session, or was used earlier.
    rpc.mockImplementation((name: string) =>
      Promise.resolve({ data: name !== 'choose_first_password', error: null }),
    )
  })

  test('the database sets name and password during confirmation, so no later step can fail', async () => {
    rpc.mockResolvedValue({ data: true, error: null })
    auth.verifyOtp.mockResolvedValue(signedUp('/bugs'))
    expect(await confirmSignUp(form)).toEqual({ ok: true, data: { cameFrom: '/bugs' } })
    expect(rpc).toHaveBeenLastCalledWith('choose_first_password', {
      token: 'abc',
      name: 'Nora',
      password: form.password,
    })
    expect(auth.updateUser).not.toHaveBeenCalled()
    expect(saveName).not.toHaveBeenCalled()
  })

  test('a rate limit leaves the link unused', async () => {
    rpc.mockResolvedValue({ data: true, error: null })
    const error = new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit')
    auth.verifyOtp.mockResolvedValueOnce({ data: { user: null, session: null }, error })
    expect(await confirmSignUp(form)).toMatchObject({ ok: false, reason: 'rate-limit' })
    auth.verifyOtp.mockResolvedValueOnce(signedUp('/bugs'))
    expect(await confirmSignUp(form)).toMatchObject({ ok: true })
  })

  test('a name that the database reserves is refused at its field, and the link stays valid', async () => {
    rpc.mockImplementation((name: string) =>
      Promise.resolve(
        name === 'choose_first_password'
          ? { data: null, error: { code: '23514', message: 'violates check constraint' } }
          : { data: true, error: null },
      ),
    )
    expect(await confirmSignUp(form)).toMatchObject({ ok: false, fieldErrors: { name: expect.any(String) } })
    expect(auth.verifyOtp).not.toHaveBeenCalled()
  })

  test.each([
    ['a page', '/bugs?vote=7', '/bugs?vote=7'],
    ['nothing', undefined, ''],
    ['what cannot be a text', { toString: 1 }, ''],
    ['a list', ['/bugs'], ''],
    ['an endless text', '/'.repeat(3_000), '/'.repeat(2_000)],
  ])('an account may say of where it came from: %s', async (_, kept, cameFrom) => {
    auth.verifyOtp.mockResolvedValue(signedUp(kept))
    expect(await confirmSignUp(form)).toEqual({ ok: true, data: { cameFrom } })
  })

  test('the person who confirms sets the name, and the sign-up’s origin is forgotten', async () => {
    auth.verifyOtp.mockResolvedValue(signedUp('/bugs'))
    await confirmSignUp(form)
    const data = { name: 'Nora', came_from: null }
    expect(auth.updateUser).toHaveBeenCalledExactlyOnceWith({ password: form.password, data })
    expect(saveName).toHaveBeenCalledExactlyOnceWith({ name: 'Nora' }, 'nora')
  })

  test('a rate limit after the link was used keeps the session, and a retry continues with it', async () => {
    auth.verifyOtp.mockResolvedValueOnce(signedUp('/bugs'))
    const error = new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit')
    auth.updateUser.mockResolvedValueOnce({ error })
    expect(await confirmSignUp(form)).toMatchObject({ ok: false, reason: 'rate-limit' })
    auth.getUser.mockResolvedValue(signedUp('/bugs'))
    expect(await confirmSignUp(form)).toEqual({ ok: true, data: { cameFrom: '/bugs' } })
    expect(auth.verifyOtp).toHaveBeenCalledOnce()
  })

  test('a session from another link is not mistaken for this one’s', async () => {
    auth.verifyOtp.mockResolvedValueOnce(signedUp('/bugs'))
    const error = new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit')
    auth.updateUser.mockResolvedValueOnce({ error })
    await confirmSignUp(form)
    auth.getUser.mockResolvedValue(signedUp('/bugs'))
    auth.verifyOtp.mockResolvedValueOnce({
      data: { user: null, session: null },
      error: new AuthApiError('x', 403, 'otp_expired'),
    })
    const other = { ...form, link: { ...form.link, tokenHash: 'def' } }
    expect(await confirmSignUp(other)).toMatchObject({ ok: false, reason: 'gone' })
    expect(saveName).toHaveBeenCalledOnce()
  })

  test('a person who has signed in on the device since is not mistaken for the one the link confirmed', async () => {
    auth.verifyOtp.mockResolvedValueOnce(signedUp('/bugs'))
    const error = new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit')
    auth.updateUser.mockResolvedValueOnce({ error })
    await confirmSignUp(form)
    auth.getUser.mockResolvedValue({
      data: { user: { id: 'somebody else', user_metadata: {} } },
      error: null,
    })
    auth.verifyOtp.mockResolvedValueOnce({
      data: { user: null, session: null },
      error: new AuthApiError('x', 403, 'otp_expired'),
    })
    expect(await confirmSignUp(form)).toMatchObject({ ok: false, reason: 'gone' })
    expect(saveName).toHaveBeenCalledOnce()
    expect(auth.updateUser).toHaveBeenCalledOnce()
  })

  test('tokens are used only if the service knows the first one’s account, which the page showed', async () => {
    const link = { type: 'invite', tokens: { accessToken: 'a.b.c', refreshToken: 'of-somebody-else' } }
    const error = new AuthApiError('invalid JWT: token is expired', 403, 'bad_jwt')
    auth.getUser.mockResolvedValue({ data: { user: null }, error })
    expect(await confirmSignUp({ ...form, link })).toMatchObject({ ok: false, reason: 'gone' })
    expect(auth.setSession).not.toHaveBeenCalled()
  })

  test('a session too old to set a password gets its own message, an outage the usual one', async () => {
    const link = { type: 'invite', tokens: { accessToken: 'a.b.c', refreshToken: 'd' } }
    const known = signedUp('')
    auth.getUser.mockResolvedValue(known)
    auth.setSession.mockResolvedValue(known)
    // What the service reports about the database’s refusal, as the client passes it on.
    const error = new AuthRetryableFetchError('Error during password storage', 500)
    auth.updateUser.mockResolvedValue({ error })
    for (const [isFresh, message] of [
      [false, 'Sign in again before you change your password.'],
      [true, "The sign-in service isn't responding. Try again in a moment."],
    ] as const) {
      rpc.mockImplementation((name: string) =>
        Promise.resolve({ data: name === 'is_fresh' ? isFresh : name === 'is_name_free', error: null }),
      )
      expect(await confirmSignUp({ ...form, link })).toMatchObject({ ok: false, message })
    }
  })

  test('so do errors with the sign-up’s password', async () => {
    auth.verifyOtp.mockResolvedValue(signedUp('/bugs'))
    const error = new AuthApiError('x', 422, 'same_password')
    auth.updateUser.mockResolvedValueOnce({ error })
    expect(await confirmSignUp(form)).toMatchObject({ ok: true })
    expect(auth.updateUser).toHaveBeenLastCalledWith({ data: { name: 'Nora', came_from: null } })
    expect(saveName).toHaveBeenCalledOnce()
  })

  test('a reserved name is refused at its field before the link is used', async () => {
    rpc.mockResolvedValue({ data: false, error: null })
    expect(await confirmSignUp(form)).toMatchObject({ ok: false, fieldErrors: { name: expect.any(String) } })
    expect(auth.verifyOtp).not.toHaveBeenCalled()
  })

  test('a name that the database refuses is refused at its field, before the password is set', async () => {
    auth.verifyOtp.mockResolvedValue(signedUp('/bugs'))
    saveName.mockReturnValue({ error: { code: '23514', message: 'violates check constraint' } })
    expect(await confirmSignUp(form)).toMatchObject({
      ok: false,
      fieldErrors: { name: expect.any(String) },
    })
    expect(auth.updateUser).not.toHaveBeenCalled()
  })

  test.each(['\u0007', '\u0007\u200b', '\u{e0100}', '\ufffc'])(
    '%j is not a valid name, and the link stays valid',
    async (name) => {
      expect(await confirmSignUp({ ...form, name })).toMatchObject({
        ok: false,
        fieldErrors: { name: 'Enter your name.' },
      })
      expect(auth.verifyOtp).not.toHaveBeenCalled()
    },
  )

  test('the name is saved as the database cleans it', async () => {
    auth.verifyOtp.mockResolvedValue(signedUp('/bugs'))
    await confirmSignUp({ ...form, name: ' No\u0007ra\u202e  \tLin\u2066 ' })
    expect(saveName).toHaveBeenCalledExactlyOnceWith({ name: 'Nora Lin' }, 'nora')
  })

  test('a link without a valid token is reported as incomplete, without asking the service', async () => {
    const message = 'This link is incomplete. Open it from the email again.'
    expect(await confirmSignUp({ ...form, link: { tokenHash: 'a\0b', type: 'signup' } })).toMatchObject({
      ok: false,
      message,
    })
    expect(auth.verifyOtp).not.toHaveBeenCalled()
  })
})

test('a database that cannot answer is reported as an outage, not as a wrong link', async () => {
  rpc.mockResolvedValue({ data: null, error: new Error('fetch failed') })
  await expect(resetPassword(newPassword)).rejects.toThrow('fetch failed')
  expect(auth.updateUser).not.toHaveBeenCalled()
})
