import 'server-only'
import { randomUUID } from 'node:crypto'
import { env } from '../env'
import { refuse } from '../schemas/action-result'
import { anonymousClient } from '../supabase/visitor'
import { checkRateLimit } from './rate-limit'
import { authProblem } from './auth-errors'

/** What the auth service answers if the token was valid. */
const passed = new Set(['invalid_credentials', 'email_provider_disabled'])

/** Only the auth service knows the secret. It checks the token before a password, which shows if it is valid. */
export async function refuseWithoutCaptcha(captchaToken?: string) {
  if (!env.CAPTCHA_PROVIDER) return null
  // Each check counts as a sign-in attempt by this server at the auth service.
  const waiting = await checkRateLimit('captcha', '')
  if (waiting) return waiting
  const { error } = await anonymousClient.auth.signInWithPassword({
    email: `${randomUUID()}@captcha.invalid`,
    password: randomUUID(),
    options: { captchaToken },
  })
  if (!error) throw new Error('The auth service signed in an account that does not exist.')
  if (passed.has(error.code ?? '')) return null
  const { message, field } = authProblem(error)
  return refuse(message, field === 'captchaToken' ? { fieldErrors: { [field]: message } } : {})
}
