import { t } from '../words/t.ts'
import {
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type AuthError,
} from '@supabase/supabase-js'

export type AuthProblem = {
  message: string
  field?: 'email' | 'password' | 'name' | 'captchaToken'
  /** Whether the same may be tried again later, or the link that was followed is of no use any more. */
  reason?: 'rate-limit' | 'gone'
}

const weakness: Record<string, string> = {
  get length() {
    return t('session.authErrors.itIsTooShort')
  },
  get characters() {
    return t('session.authErrors.itNeedsOtherKinds')
  },
  get pwned() {
    return t('session.authErrors.itAppearedInA')
  },
}

// One text for both, so that the answer does not tell whether the password was right.
const notLetIn: AuthProblem = {
  get message() {
    return t('session.authErrors.wrongEmailOrPassword')
  },
  field: 'password',
}

const currentPassword: AuthProblem = {
  get message() {
    return t('common.wrongPassword')
  },
  field: 'password',
}

const texts: Record<string, AuthProblem> = {
  invalid_credentials: notLetIn,
  email_not_confirmed: notLetIn,
  email_address_invalid: {
    get message() {
      return t('session.authErrors.thisEmailAddressCant')
    },
    field: 'email',
  },
  email_address_not_authorized: {
    get message() {
      return t('session.authErrors.thisSiteCantSend')
    },
    field: 'email',
  },
  email_provider_disabled: {
    get message() {
      return t('session.authErrors.emailSignInIs')
    },
  },
  signup_disabled: {
    get message() {
      return t('session.authErrors.signUpIsTurned')
    },
  },
  same_password: {
    get message() {
      return t('session.authErrors.thisIsAlreadyYour')
    },
    field: 'password',
  },
  otp_expired: {
    get message() {
      return t('common.linkExpired')
    },
    reason: 'gone',
  },
  bad_jwt: {
    get message() {
      return t('common.linkExpired')
    },
    reason: 'gone',
  },
  otp_disabled: {
    get message() {
      return t('session.authErrors.thisLinkDoesntWork')
    },
    reason: 'gone',
  },
  flow_state_not_found: {
    get message() {
      return t('session.authErrors.thisSignInWas')
    },
  },
  flow_state_expired: {
    get message() {
      return t('session.authErrors.thisSignInTook')
    },
  },
  flow_state_already_used: {
    get message() {
      return t('session.authErrors.thisSignInWas2')
    },
  },
  validation_failed: {
    get message() {
      return t('common.linkFailed')
    },
    reason: 'gone',
  },
  current_password_required: currentPassword,
  current_password_invalid: currentPassword,
  provider_email_needs_verification: {
    get message() {
      return t('session.authErrors.confirmYourEmailAddress')
    },
  },
  bad_code_verifier: {
    get message() {
      return t('session.authErrors.thisSignInWas3')
    },
  },
  bad_oauth_state: {
    get message() {
      return t('session.authErrors.thisSignInTook')
    },
  },
  bad_oauth_callback: {
    get message() {
      return t('session.authErrors.theOtherSiteDidnt')
    },
  },
  provider_disabled: {
    get message() {
      return t('common.methodIsOff')
    },
  },
  // Looked at before the password.
  user_banned: notLetIn,
  session_not_found: { message: 'Auth session missing!' },
  session_expired: {
    get message() {
      return t('session.authErrors.youveBeenSignedOut')
    },
  },
  refresh_token_not_found: {
    get message() {
      return t('session.authErrors.youveBeenSignedOut')
    },
  },
  refresh_token_already_used: {
    get message() {
      return t('session.authErrors.youveBeenSignedOut')
    },
  },
  reauthentication_needed: {
    get message() {
      return t('session.authErrors.signInAgainBefore')
    },
  },
  captcha_failed: {
    get message() {
      return t('session.authErrors.theBotCheckFailed')
    },
    field: 'captchaToken',
  },
}

/** "in 40 seconds", "in 12 minutes": when something may be tried again. */
export function waitText(seconds: number): string {
  if (seconds < 90) return t('session.waitSeconds', { count: Math.max(1, Math.ceil(seconds)) })
  return t('session.waitMinutes', { count: Math.ceil(seconds / 60) })
}

/**
 * Whether the project has sent all the mails it may, so that nobody gets one; a new account is then taken back. The
 * same code with another text is about one address, which asked too often.
 */
export const isMailQuota = ({ code, message }: AuthError): boolean =>
  code === 'over_email_send_rate_limit' && message.toLowerCase().includes('email rate limit exceeded')

/** Answers to a sign-up that are the same for every address; of a visitor who asks too often as well. */
const saidToAll = new Set([
  'captcha_failed',
  'email_provider_disabled',
  'over_request_rate_limit',
  'signup_disabled',
  'validation_failed',
  'weak_password',
])

/**
 * Whether the answer to a sign-up may depend on the address having an account: what goes wrong with the mail does, since
 * none is sent to an address that has one. A service that is not there answers nobody.
 */
export const tellsOfAnAccount = (error: AuthError): boolean =>
  !saidToAll.has(error.code ?? '') && ![0, 502, 503].includes(error.status ?? -1)

/** What went wrong at the authentication service, in words for the person it happened to. */
export function authProblem(error: AuthError): AuthProblem {
  if (isAuthRetryableFetchError(error)) {
    return { message: t('common.signInUnavailable') }
  }
  if (isAuthWeakPasswordError(error)) {
    const reasons = error.reasons.map((reason) => weakness[reason] ?? reason)
    return {
      message: t('session.authErrors.chooseAStrongerPassword', {
        which: reasons.length > 0,
        join: reasons.join(t('session.authErrors.and')),
      }),
      field: 'password',
    }
  }
  if (isAuthSessionMissingError(error)) return { message: 'Auth session missing!' }
  if (isMailQuota(error)) {
    return { message: t('session.authErrors.thisSiteHasReached') }
  }
  if (error.status === 429 || error.code?.startsWith('over_')) {
    const seconds = Number(/(\d+) seconds?/.exec(error.message)?.[1] ?? 60)
    return {
      message: t('session.authErrors.tooManyAttemptsTry', { waitText: waitText(seconds) }),
      reason: 'rate-limit',
    }
  }
  if (error.code === 'validation_failed' && error.message.includes('email address')) {
    return texts.email_address_invalid!
  }
  switch (error.name) {
    case 'AuthInvalidTokenResponseError':
      return { message: 'Auth session or user missing' }
    case 'AuthImplicitGrantRedirectError':
    case 'AuthPKCEGrantCodeExchangeError':
    case 'AuthPKCECodeVerifierMissingError':
      return { message: t('common.linkFailed') }
    case 'AuthInvalidCredentialsError':
      return { message: 'You must provide either an email or phone number and a password' }
  }
  return (
    texts[error.code ?? ''] ?? {
      message: t('session.authErrors.somethingWentWrongWith'),
    }
  )
}

/** What an address that another site leads back to may say of a sign-in there. */
const providerProblems = new Set([
  'bad_oauth_callback',
  'bad_oauth_state',
  'flow_state_already_used',
  'flow_state_expired',
  'flow_state_not_found',
  'provider_disabled',
  'provider_email_needs_verification',
  'signup_disabled',
  'validation_failed',
])

/** Why a sign-in at another site failed, by the code that the authentication service put into the address. */
export const providerProblem = (code: string): string =>
  providerProblems.has(code) ? texts[code]!.message : t('session.authErrors.theOtherSiteDidnt2')
