import { expect, test } from 'vitest'
import { authProblem, providerProblem, tooManyAttempts } from '../../lib/session/auth-errors'
import { databaseProblem } from '../../lib/actions/refusals'
import { speak } from '../../lib/words/catalog'
import {
  AuthApiError,
  AuthImplicitGrantRedirectError,
  AuthInvalidCredentialsError,
  AuthInvalidTokenResponseError,
  AuthPKCEGrantCodeExchangeError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js'

test.each([
  [{ code: 'PT429', message: "You're voting too quickly. Try again in 40 seconds." }, 'rate-limit'],
  [{ code: 'P0002', message: 'This post no longer exists.' }, 'gone'],
  [{ code: 'P0002', message: 'This category no longer exists.' }, 'gone'],
  [{ code: '23503', message: 'violates foreign key' }, 'gone'],
  [{ code: '42501', message: 'new row violates row-level security policy' }, 'forbidden'],
  [{ code: 'PT403', message: 'Comments are locked.' }, 'forbidden'],
  [{ code: 'PGRST301', message: 'JWT expired' }, 'signed-out'],
  [{ code: '23514', message: 'violates check constraint' }, undefined],
  [{ code: '22021', message: 'invalid byte sequence violates UTF8' }, undefined],
  [{ code: '22P05', message: 'unsupported Unicode violates' }, undefined],
])('%j has a message', (error, reason) => {
  const problem = databaseProblem(error)
  expect(problem.reason).toBe(reason)
  expect(problem.message).not.toMatch(/violates|Postgres|JWT/)
})

test.each([
  ['PT403', 'Comments are locked.'],
  ['PT409', "This category doesn't accept new posts."],
  ['PT429', "You're voting too quickly. Try again in 40 seconds."],
])('text raised with %s is shown as it is, but not with another code', (code, message) => {
  expect(databaseProblem({ code, message }).message).toBe(message)
  for (const other of ['42501', '23514', 'P0002']) {
    expect(databaseProblem({ code: other, message }).message).not.toBe(message)
  }
})

test.each([
  ['rate_limit', '{"action":"vote","wait":40}', "You're voting too quickly. Try again in 40 seconds."],
  ['rate_limit', '{"action":"new","wait":600}', "You're doing this too quickly. Try again in 10 minutes."],
  [
    'blocked',
    '{"until":"2026-11-30 10:00:00+00","reason":"Spam"}',
    "You're blocked until November 30, 2026: Spam",
  ],
  ['blocked', '{"until":"","reason":"{Spam}"}', "You're blocked: {Spam}"],
  ['locked', null, 'Comments are locked.'],
  ['of_a_later_release', null, 'As the database says it.'],
])('the hint %s with %s becomes a message in the site’s language', (hint, details, message) => {
  const error = { code: 'PT409', message: 'As the database says it.', hint, details }
  expect(databaseProblem(error).message).toBe(message)
})

test('a rule that a write breaks is named by its hint, in the site’s language', async () => {
  const error = { code: '23514', message: 'Team members cannot be blocked.', hint: 'block_team' }
  await speak('de')
  try {
    expect(databaseProblem(error).message).toBe('Teammitglieder können nicht blockiert werden.')
  } finally {
    await speak('en')
  }
})

test.each(['57014', 'P0001', undefined])('an unexpected error (%s) is thrown', (code) => {
  const error = { code, message: 'You have posted a lot. Try again in 12 minutes.' }
  expect(() => databaseProblem(error)).toThrow(error.message)
})

test.each([
  [new AuthApiError('x', 400, 'invalid_credentials'), /^Wrong email or password, or/],
  [new AuthApiError('x', 400, 'email_not_confirmed'), /^Wrong email or password, or/],
  [new AuthApiError('x', 403, 'otp_expired'), /has expired or was already used/],
  [
    new AuthApiError(
      'For security purposes, you can only request this after 42 seconds.',
      429,
      'over_email_send_rate_limit',
    ),
    'Too many attempts. Try again in 42 seconds.',
  ],
  [
    new AuthWeakPasswordError('x', 422, ['length', 'pwned']),
    'Choose a stronger password: it is too short and it appeared in a data leak.',
  ],
  [new AuthSessionMissingError(), 'Auth session missing!'],
  [new AuthApiError('x', 403, 'session_not_found'), 'Auth session missing!'],
  [new AuthInvalidTokenResponseError(), 'Auth session or user missing'],
  [new AuthInvalidCredentialsError('x'), 'You must provide either an email or phone number and a password'],
  [new AuthImplicitGrantRedirectError('x'), /doesn't work here/],
  [new AuthPKCEGrantCodeExchangeError('x'), /doesn't work here/],
  [new AuthUnknownError('secret detail', null), /^Something went wrong with the sign-in service/],
  // It is checked before the password, so it must not reveal that an account exists.
  [new AuthApiError('x', 400, 'user_banned'), /^Wrong email or password, or/],
  [
    new AuthApiError('email rate limit exceeded', 429, 'over_email_send_rate_limit'),
    'This site has reached its email limit. Try again in an hour.',
  ],
  [new AuthApiError('x', 400, 'flow_state_already_used'), /already used\. Start again/],
  [new AuthApiError('x', 400, 'validation_failed'), /doesn't work here\. Start again/],
  [new AuthApiError('x', 400, 'current_password_required'), /your current password/],
  [new AuthApiError('x', 400, 'current_password_invalid'), /your current password/],
  [new AuthApiError('x', 403, 'provider_email_needs_verification'), /Confirm your email address/],
  [new AuthApiError('x', 422, 'same_password'), /already your password/],
  [new AuthRetryableFetchError('x', 502), /isn't responding/],
  [new AuthRetryableFetchError('x', 503), /isn't responding/],
  [new AuthRetryableFetchError('x', 504), /isn't responding/],
  [
    new AuthApiError('secret detail', 500, 'unexpected_failure'),
    /^Something went wrong with the sign-in service/,
  ],
])('%s has its text', (error, text) => {
  expect(authProblem(error).message).toMatch(text)
})

test('waiting times are given in seconds, then in minutes', () => {
  expect([1, 40, 89, 90, 600].map(tooManyAttempts)).toEqual([
    'Too many attempts. Try again in 1 second.',
    'Too many attempts. Try again in 40 seconds.',
    'Too many attempts. Try again in 89 seconds.',
    'Too many attempts. Try again in 2 minutes.',
    'Too many attempts. Try again in 10 minutes.',
  ])
})

test.each([
  ['provider_email_needs_verification', /^Confirm your email address first/],
  ['signup_disabled', /^Sign-up is turned off/],
  ['bad_oauth_state', /took too long/],
  // It reveals no account and shows nothing that anyone can write into the address.
  ['user_banned', "The other site didn't confirm your sign-in."],
  ['access_denied', "The other site didn't confirm your sign-in."],
  ['constructor', "The other site didn't confirm your sign-in."],
])('a failed sign-in with another provider (%s) gives the reason', (code, text) => {
  expect(providerProblem(code)).toMatch(text)
})
