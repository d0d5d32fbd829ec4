import { listText } from '../words/list-text.ts'
import { type Key, t } from '../words/t.ts'
import {
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type AuthError,
} from '@supabase/supabase-js'

export type AuthProblem = {
  message: string
  field?: 'email' | 'password' | 'name' | 'captchaToken' | 'code'
  reason?: 'rate-limit' | 'gone'
}

/** Looked up when a problem occurs, because the site's language may change. */
type Problem = Omit<AuthProblem, 'message'> & { key: Key }

const said = ({ key, ...problem }: Problem): AuthProblem => ({ ...problem, message: t(key) })

const weakness: Record<string, Key> = {
  length: 'session.authErrors.itIsTooShort',
  characters: 'session.authErrors.itNeedsOtherKinds',
  pwned: 'session.authErrors.itAppearedInA',
}

// One text for both, so that the answer doesn't reveal whether the password was right.
const notLetIn: Problem = {
  key: 'session.authErrors.wrongEmailOrPassword',
  field: 'password',
}

const currentPassword: Problem = {
  key: 'common.wrongPassword',
  field: 'password',
}

const noCompany: Problem = {
  key: 'session.authErrors.noCompany',
  field: 'email',
}

const texts: Record<string, Problem> = {
  invalid_credentials: notLetIn,
  email_not_confirmed: notLetIn,
  email_address_invalid: {
    key: 'session.authErrors.thisEmailAddressCant',
    field: 'email',
  },
  email_address_not_authorized: {
    key: 'session.authErrors.thisSiteCantSend',
    field: 'email',
  },
  email_provider_disabled: { key: 'session.authErrors.emailSignInIs' },
  signup_disabled: { key: 'session.authErrors.signUpIsTurned' },
  same_password: { key: 'session.authErrors.thisIsAlreadyYour', field: 'password' },
  otp_expired: { key: 'common.linkExpired', reason: 'gone' },
  bad_jwt: { key: 'common.linkExpired', reason: 'gone' },
  single_identity_not_deletable: { key: 'session.authErrors.lastMethod' },
  email_conflict_identity_not_deletable: {
    key: 'session.authErrors.addressIsTaken',
  },
  manual_linking_disabled: { key: 'session.authErrors.linkingIsOff' },
  identity_already_exists: { key: 'session.authErrors.alreadyLinked' },
  sso_provider_not_found: noCompany,
  sso_provider_disabled: noCompany,
  otp_disabled: { key: 'session.authErrors.thisLinkDoesntWork', reason: 'gone' },
  flow_state_not_found: {
    key: 'session.authErrors.startedElsewhere',
  },
  flow_state_expired: {
    key: 'session.authErrors.thisSignInTook',
  },
  flow_state_already_used: {
    key: 'session.authErrors.alreadyUsed',
  },
  validation_failed: {
    key: 'common.linkFailed',
    reason: 'gone',
  },
  current_password_required: currentPassword,
  current_password_invalid: currentPassword,
  provider_email_needs_verification: {
    key: 'session.authErrors.confirmYourEmailAddress',
  },
  bad_code_verifier: {
    key: 'session.authErrors.startedInOtherBrowser',
  },
  bad_oauth_state: {
    key: 'session.authErrors.thisSignInTook',
  },
  bad_oauth_callback: {
    key: 'session.authErrors.notConfirmedTryAgain',
  },
  provider_disabled: {
    key: 'common.methodIsOff',
  },
  // The service checks this before the password.
  user_banned: notLetIn,
  session_not_found: { key: 'session.authErrors.sessionMissing' },
  session_expired: { key: 'session.authErrors.youveBeenSignedOut' },
  refresh_token_not_found: { key: 'session.authErrors.youveBeenSignedOut' },
  refresh_token_already_used: { key: 'session.authErrors.youveBeenSignedOut' },
  reauthentication_needed: { key: 'session.authErrors.signInAgainBefore' },
  mfa_verification_failed: {
    key: 'session.authErrors.wrongCode',
    field: 'code',
  },
  mfa_challenge_expired: { key: 'session.authErrors.codeExpired', field: 'code' },
  mfa_ip_address_mismatch: { key: 'session.authErrors.connectionChanged', field: 'code' },
  mfa_factor_not_found: { key: 'session.authErrors.setupExpired' },
  mfa_totp_enroll_not_enabled: { key: 'session.authErrors.twoFactorIsOff' },
  mfa_totp_verify_not_enabled: { key: 'session.authErrors.twoFactorIsOff' },
  insufficient_aal: { key: 'session.authErrors.enterCodeFirst' },
  captcha_failed: { key: 'session.authErrors.theBotCheckFailed', field: 'captchaToken' },
}

/** A message says either the seconds or, if there are any, the minutes. */
export const waitValues = (seconds: number) => ({
  seconds: Math.max(1, Math.ceil(seconds)),
  minutes: seconds < 90 ? 0 : Math.ceil(seconds / 60),
})

export const tooManyAttempts = (seconds: number): string => t('session.tooManyAttempts', waitValues(seconds))

/** The project's limit for all emails; a new account is then rolled back. */
export const isMailQuota = ({ code, message }: AuthError): boolean =>
  code === 'over_email_send_rate_limit' && message.toLowerCase().includes('email rate limit exceeded')

/** Answers to a sign-up that are the same for every address, including that a visitor asks too often. */
const saidToAll = new Set([
  'captcha_failed',
  'email_provider_disabled',
  'over_request_rate_limit',
  'signup_disabled',
  'validation_failed',
  'weak_password',
])

/** Problems with the email depend on it, because none is sent to an address that has an account. */
export const tellsOfAnAccount = (error: AuthError): boolean =>
  !saidToAll.has(error.code ?? '') && ![0, 502, 503].includes(error.status ?? -1)

export function authProblem(error: AuthError): AuthProblem {
  if (isAuthRetryableFetchError(error)) {
    return { message: t('common.signInUnavailable') }
  }
  if (isAuthWeakPasswordError(error)) {
    const reasons = error.reasons.map((reason) => (weakness[reason] ? t(weakness[reason]) : reason))
    return {
      message: t('session.authErrors.chooseAStrongerPassword', {
        which: reasons.length > 0,
        join: listText(reasons),
      }),
      field: 'password',
    }
  }
  if (isAuthSessionMissingError(error)) return { message: t('session.authErrors.sessionMissing') }
  if (isMailQuota(error)) {
    return { message: t('session.authErrors.thisSiteHasReached') }
  }
  if (error.status === 429 || error.code?.startsWith('over_')) {
    const seconds = Number(/(\d+) seconds?/.exec(error.message)?.[1] ?? 60)
    return {
      message: tooManyAttempts(seconds),
      reason: 'rate-limit',
    }
  }
  if (error.code === 'validation_failed' && error.message.includes('email address')) {
    return said(texts.email_address_invalid!)
  }
  switch (error.name) {
    case 'AuthInvalidTokenResponseError':
      return { message: t('session.authErrors.sessionOrUserMissing') }
    case 'AuthImplicitGrantRedirectError':
    case 'AuthPKCEGrantCodeExchangeError':
    case 'AuthPKCECodeVerifierMissingError':
      return { message: t('common.linkFailed') }
    case 'AuthInvalidCredentialsError':
      return { message: t('schemas.account.nothingGiven') }
  }
  return said(texts[error.code ?? ''] ?? { key: 'session.authErrors.somethingWentWrongWith' })
}

const providerProblems = new Set([
  'bad_oauth_callback',
  'bad_oauth_state',
  'flow_state_already_used',
  'flow_state_expired',
  'flow_state_not_found',
  'identity_already_exists',
  'provider_disabled',
  'provider_email_needs_verification',
  'signup_disabled',
  'validation_failed',
])

export const providerProblem = (code: string): string =>
  t(providerProblems.has(code) ? texts[code]!.key : 'session.authErrors.notConfirmed')
