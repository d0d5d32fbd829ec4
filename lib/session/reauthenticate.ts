import { t } from '../words/t.ts'
import 'server-only'
import { refuse } from '../schemas/action-result'
import { visitorClient } from '../supabase/visitor'
import { checkRateLimit } from './rate-limit'
import { authProblem } from './auth-errors'

/**
 * A client with a session of its own, made just now with the account's password: what changing the password and
 * deleting the account ask for. Or the refusal to show.
 */
export async function reauthenticate(email: string, password: string, captchaToken?: string) {
  const waiting = await checkRateLimit('sign-in', email)
  if (waiting) return { refusal: waiting }
  const fresh = visitorClient()
  const { error } = await fresh.auth.signInWithPassword({ email, password, options: { captchaToken } })
  if (!error) return { fresh }
  const wrong = t('common.wrongPassword')
  if (error.code === 'invalid_credentials') {
    return { refusal: refuse(wrong, { fieldErrors: { password: wrong } }) }
  }
  const { message, field } = authProblem(error)
  return { refusal: refuse(message, field === 'captchaToken' ? { fieldErrors: { [field]: message } } : {}) }
}
