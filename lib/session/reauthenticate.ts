import { t } from '../words/t.ts'
import 'server-only'
import { refuse } from '../schemas/action-result'
import { codeMissing } from '../schemas/account-security'
import type { ViewerClient } from '../supabase/server'
import { visitorClient } from '../supabase/visitor'
import { checkRateLimit } from './rate-limit'
import { authProblem } from './auth-errors'
import { giveCode, hasFactor } from './second-factor'

type Given = { password: string; code?: string; captchaToken?: string }

type Answer =
  | { fresh: ReturnType<typeof visitorClient>; refusal?: undefined }
  | { fresh?: undefined; refusal: ReturnType<typeof refuse> }

const refuseField = (field: string, message: string) => ({
  refusal: refuse(message, { fieldErrors: { [field]: message } }),
})

/** A client with a session made with the password, and a code if there is a second factor; or the refusal. */
export async function reauthenticate(
  email: string,
  { password, code, captchaToken }: Given,
): Promise<Answer> {
  const waiting = await checkRateLimit('sign-in', email)
  if (waiting) return { refusal: waiting }
  const fresh = visitorClient()
  const { data, error } = await fresh.auth.signInWithPassword({ email, password, options: { captchaToken } })
  if (error?.code === 'invalid_credentials') return refuseField('password', t('common.wrongPassword'))
  if (error) {
    const { message, field } = authProblem(error)
    return field === 'captchaToken' ? refuseField(field, message) : { refusal: refuse(message) }
  }
  if (!hasFactor(data.user)) return { fresh }
  const wrong = code ? await giveCode(fresh, code) : null
  if (code && !wrong) return { fresh }
  await fresh.auth.signOut({ scope: 'local' })
  return refuseField('code', wrong ? authProblem(wrong).message : codeMissing())
}

/** Replaces this browser's session by one made with the password, or returns the refusal. */
export async function renewSession(client: ViewerClient, email: string, given: Given) {
  const { fresh, refusal } = await reauthenticate(email, given)
  if (refusal) return refusal
  const { data } = await fresh.auth.getSession()
  await client.auth.signOut({ scope: 'local' })
  await client.auth.setSession(data.session!)
  return null
}
