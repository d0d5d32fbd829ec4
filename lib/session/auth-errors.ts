import {
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type AuthError,
} from '@supabase/supabase-js'

export type AuthProblem = {
  message: string
  field?: 'email' | 'password' | 'name' | 'captchaToken' | 'code'
  /** Whether the same may be tried again later, or the link that was followed is of no use any more. */
  reason?: 'rate-limit' | 'gone'
}

const weakness: Record<string, string> = {
  length: 'it is too short',
  characters: 'it needs other kinds of characters too, such as digits or capital letters',
  pwned: 'it appeared in a data leak',
}

// One text for both, so that the answer does not tell whether the password was right.
const notLetIn: AuthProblem = {
  message: "Wrong email or password, or the address isn't confirmed yet.",
  field: 'password',
}

const currentPassword: AuthProblem = { message: "That isn't your current password.", field: 'password' }

const noCompany: AuthProblem = {
  message: "Company sign-in isn't set up for this address. Sign in another way.",
  field: 'email',
}

export const lastMethod = "You can't remove your last sign-in method."
export const addressMethod =
  "You can't remove the sign-in method that your account has its email address from."

const texts: Record<string, AuthProblem> = {
  invalid_credentials: notLetIn,
  email_not_confirmed: notLetIn,
  email_address_invalid: { message: "This email address can't be used.", field: 'email' },
  email_address_not_authorized: {
    message: "This site can't send email to this address yet.",
    field: 'email',
  },
  email_provider_disabled: { message: 'Email sign-in is turned off on this site.' },
  signup_disabled: { message: 'Sign-up is turned off on this site.' },
  same_password: { message: 'This is already your password. Choose another one.', field: 'password' },
  otp_expired: { message: 'This link has expired or was already used. Request a new one.', reason: 'gone' },
  bad_jwt: { message: 'This link has expired or was already used. Request a new one.', reason: 'gone' },
  single_identity_not_deletable: { message: lastMethod },
  email_conflict_identity_not_deletable: {
    message: "This can't be removed: another account uses the email address that would remain.",
  },
  manual_linking_disabled: { message: 'Linking is turned off on this site.' },
  identity_already_exists: { message: 'That account is already linked to an account on this site.' },
  sso_provider_not_found: noCompany,
  sso_provider_disabled: noCompany,
  otp_disabled: { message: "This link doesn't work on this site.", reason: 'gone' },
  flow_state_not_found: {
    message: 'This sign-in was started in another browser or too long ago. Start again here.',
  },
  flow_state_expired: { message: 'This sign-in took too long. Start again.' },
  flow_state_already_used: { message: 'This sign-in was already used. Start again.' },
  validation_failed: { message: "This link doesn't work here. Start again.", reason: 'gone' },
  current_password_required: currentPassword,
  current_password_invalid: currentPassword,
  provider_email_needs_verification: {
    message: 'Confirm your email address first: open the link we sent you, then sign in again.',
  },
  bad_code_verifier: { message: 'This sign-in was started in another browser. Start again here.' },
  bad_oauth_state: { message: 'This sign-in took too long. Start again.' },
  bad_oauth_callback: { message: "The other site didn't confirm your sign-in. Try again." },
  provider_disabled: { message: 'This sign-in method is turned off on this site.' },
  // Looked at before the password.
  user_banned: notLetIn,
  session_not_found: { message: 'Auth session missing!' },
  session_expired: { message: "You've been signed out. Sign in again." },
  refresh_token_not_found: { message: "You've been signed out. Sign in again." },
  refresh_token_already_used: { message: "You've been signed out. Sign in again." },
  reauthentication_needed: { message: 'Sign in again before you change your password.' },
  mfa_verification_failed: {
    message: "Wrong code. Codes change every 30 seconds; check that your device's clock is right.",
    field: 'code',
  },
  mfa_challenge_expired: { message: 'This took too long. Enter a new code.', field: 'code' },
  mfa_ip_address_mismatch: { message: 'Your connection changed. Enter a new code.', field: 'code' },
  mfa_factor_not_found: { message: 'Start again: the setup has expired.' },
  mfa_totp_enroll_not_enabled: { message: 'Two-factor authentication is turned off on this site.' },
  mfa_totp_verify_not_enabled: { message: 'Two-factor authentication is turned off on this site.' },
  insufficient_aal: { message: 'Enter the code from your authenticator app first.' },
  captcha_failed: { message: 'The bot check failed. Try again.', field: 'captchaToken' },
}

/** "in 40 seconds", "in 12 minutes": when something may be tried again. */
export function waitText(seconds: number): string {
  const [count, unit] =
    seconds < 90 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
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
    return { message: "The sign-in service isn't responding. Try again in a moment." }
  }
  if (isAuthWeakPasswordError(error)) {
    const reasons = error.reasons.map((reason) => weakness[reason] ?? reason)
    return {
      message: `Choose a stronger password${reasons.length > 0 ? `: ${reasons.join(', and ')}` : ''}.`,
      field: 'password',
    }
  }
  if (isAuthSessionMissingError(error)) return { message: 'Auth session missing!' }
  if (isMailQuota(error)) {
    return { message: 'This site has reached its email limit. Try again in an hour.' }
  }
  if (error.status === 429 || error.code?.startsWith('over_')) {
    const seconds = Number(/(\d+) seconds?/.exec(error.message)?.[1] ?? 60)
    return { message: `Too many attempts. Try again ${waitText(seconds)}.`, reason: 'rate-limit' }
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
      return { message: "This link doesn't work here. Start again." }
    case 'AuthInvalidCredentialsError':
      return { message: 'You must provide either an email or phone number and a password' }
  }
  return (
    texts[error.code ?? ''] ?? {
      message: 'Something went wrong with the sign-in service. Try again in a moment.',
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
  'identity_already_exists',
  'provider_disabled',
  'provider_email_needs_verification',
  'signup_disabled',
  'validation_failed',
])

/** Why a sign-in at another site failed, by the code that the authentication service put into the address. */
export const providerProblem = (code: string): string =>
  providerProblems.has(code) ? texts[code]!.message : "The other site didn't confirm your sign-in."
