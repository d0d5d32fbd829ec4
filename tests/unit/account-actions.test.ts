import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js'
import { afterEach, describe, expect, test, vi } from 'vitest'
// First, because it replaces what the actions import.
import { afterwards, auth, person, rpc, useAuthService } from '../support/auth-service'
import { requestRecovery, signIn, signUp } from '../../lib/actions/account'

const soon = <Answer>(answer: Answer, milliseconds: number) =>
  new Promise<Answer>((resolve) => setTimeout(() => resolve(answer), milliseconds))

/** How long an action takes on an otherwise stopped clock. */
async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = Date.now()
  const ended = action().then(() => Date.now() - start)
  await vi.advanceTimersByTimeAsync(10_000)
  return ended
}

useAuthService()

describe('the response time does not reveal whether an account exists:', () => {
  test('signing in', async () => {
    const unknown = { error: new AuthApiError('x', 400, 'invalid_credentials') }
    const times: number[] = []
    for (const [answer, work] of [
      [unknown, 0],
      [unknown, 120],
      [{ data: { user: {} }, error: null }, 350],
    ] as const) {
      auth.signInWithPassword.mockImplementation(() => soon(answer, work))
      times.push(await timeOf(() => signIn(person)))
    }
    expect(new Set(times).size).toBe(1)
  })

  test('signing up, with identical messages', async () => {
    const form = { ...person, name: 'Kim', repeatPassword: person.password }
    const taken = { data: { session: null }, error: new AuthApiError('x', 422, 'user_already_exists') }
    const fresh = { data: { session: null }, error: null }
    const quotaUsed = {
      data: { session: null },
      error: new AuthApiError('email rate limit exceeded', 429, 'over_email_send_rate_limit'),
    }
    const serverDown = {
      data: { session: null },
      error: new AuthRetryableFetchError('Error sending confirmation email', 500),
    }
    const answers: unknown[] = []
    const times: number[] = []
    for (const [answer, work] of [
      [taken, 5],
      [fresh, 900],
      [fresh, 4_000],
      [quotaUsed, 40],
      [serverDown, 400],
      [serverDown, 9_000],
    ] as const) {
      auth.signUp.mockImplementation(() => soon(answer, work))
      times.push(await timeOf(async () => answers.push(await signUp(form))))
    }
    expect(new Set(times).size).toBe(1)
    for (const answer of answers) expect(answer).toEqual({ ok: true, data: { isSignedIn: false } })
  })

  test('requesting a password reset, whose email is sent after the answer', async () => {
    auth.resetPasswordForEmail.mockImplementation(() => soon({ error: null }, 800))
    expect(await timeOf(() => requestRecovery({ email: person.email }))).toBe(0)
    expect(auth.resetPasswordForEmail).not.toHaveBeenCalled()
    void afterwards[0]!()
    expect(auth.resetPasswordForEmail).toHaveBeenCalledOnce()
  })
})

test('a name that the database reserves is refused at its field, and nothing is sent', async () => {
  rpc.mockResolvedValue({ data: false, error: null })
  const form = { ...person, name: ' Ѕіgnроѕt ', repeatPassword: person.password }
  const text = "This name can't be used because it looks like the site's or an admin's."
  expect(await signUp(form)).toMatchObject({ ok: false, fieldErrors: { name: text } })
  expect(rpc).toHaveBeenCalledWith('is_name_free', { name: 'Ѕіgnроѕt' })
  expect(auth.signUp).not.toHaveBeenCalled()
})

describe('the CAPTCHA', () => {
  const failed = { data: { session: null }, error: new AuthApiError('x', 400, 'captcha_failed') }
  const beside = { ok: false, fieldErrors: { captchaToken: 'The bot check failed. Try again.' } }
  const checked = { ...person, captchaToken: 'a token' }

  afterEach(() => vi.unstubAllEnvs())

  /** The actions of a site with a CAPTCHA. */
  async function load() {
    vi.resetModules()
    vi.stubEnv('CAPTCHA_PROVIDER', 'turnstile')
    vi.stubEnv('CAPTCHA_SITE_KEY', '1x0')
    return import('../../lib/actions/account')
  }
  type Actions = Awaited<ReturnType<typeof load>>

  test.each([
    ['signing in', auth.signInWithPassword, (actions: Actions) => actions.signIn(checked)],
    [
      'signing up',
      auth.signUp,
      (actions: Actions) => actions.signUp({ ...checked, name: 'Kim', repeatPassword: person.password }),
    ],
    ['a new password', auth.resetPasswordForEmail, (actions: Actions) => actions.requestRecovery(checked)],
    ['a new link', auth.resend, (actions: Actions) => actions.resendConfirmation(checked)],
  ])('%s takes its token along and says when it failed', async (_, method, act) => {
    const actions = await load()
    method.mockResolvedValue(failed)
    const answer = act(actions)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toMatchObject(beside)
    expect(JSON.stringify(method.mock.lastCall)).toContain('"captchaToken":"a token"')
  })

  test('an emailed code answers after the same time', async () => {
    const { requestRecovery } = await load()
    const times: number[] = []
    for (const work of [5, 900]) {
      auth.resetPasswordForEmail.mockImplementation(() => soon({ error: null }, work))
      times.push(await timeOf(() => requestRecovery(checked)))
    }
    expect(new Set(times).size).toBe(1)
  })
})

test('half a surrogate pair in a name is refused at its field, and nothing is sent', async () => {
  const form = { ...person, name: 'Nor\ud800a', repeatPassword: person.password }
  expect(await signUp(form)).toMatchObject({ ok: false, fieldErrors: { name: expect.any(String) } })
  expect(rpc).not.toHaveBeenCalled()
})

test.each(['\u200b', '\u2800', 'Kim\0'])('%j is not a valid name', async (name) => {
  const form = { ...person, name, repeatPassword: person.password }
  expect(await signUp(form)).toMatchObject({ ok: false, fieldErrors: { name: 'Enter your name.' } })
  expect(rpc).not.toHaveBeenCalled()
})
