'use server'

import { t } from '../words/t.ts'
import type { AuthError } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { after } from 'next/server'
import { refresh } from 'next/cache'
import { resetRateLimit, checkRateLimit } from '../session/rate-limit'
import { isMailQuota, tellsOfAnAccount } from '../session/auth-errors'
import { env } from '../env'
import { log } from '../log'
import { forgotPasswordSchema, signInSchema, signUpSchema } from '../schemas/account'
import { safePath } from '../session/return-path'
import { keepSignUp } from '../session/sign-up-proof'
import { viewerClient } from '../supabase/server'
import { visitorClient } from '../supabase/visitor'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import { leastTimes } from '../schemas/fields'
import { refuseAuth, refuseKeptName, checkHoneypot } from './refusals'

/**
 * How long answers about accounts take, in milliseconds, so that the time says nothing about whether an e-mail address
 * has one: checking a password fits into it. A mail may not, so nobody waits for it any longer.
 */
const levelTime = { signIn: 700, mail: 1_500 }

/** What an account remembers of where its sign-up came from goes into cookies and tokens. */
const longestWayBack = 500

async function levelled<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, milliseconds))])
  return result
}

export async function signIn(input: unknown): Promise<ActionResult> {
  const form = signInSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, password, captchaToken } = form.data
  const waiting = await checkRateLimit('sign-in', email)
  if (waiting) return waiting
  const client = await viewerClient()
  const { error } = await levelled(
    levelTime.signIn,
    client.auth.signInWithPassword({ email, password, options: { captchaToken } }),
  )
  if (error) return refuseAuth(error)
  after(() => resetRateLimit(email))
  refresh()
  return succeed(null)
}

/** What came of some work after just so many milliseconds; null while it is still under way. */
async function outcomeAfter<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | null> {
  const end = new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds))
  const outcome = await Promise.race([work, end])
  await end
  return outcome
}

/** For the operator: nobody who asks for a mail is told. */
async function logMailProblem(work: Promise<{ error: AuthError | null }>): Promise<void> {
  const { error } = await work
  if (!error || error.code === 'user_already_exists') return
  const what = isMailQuota(error)
    ? 'The project reached its email limit, so nobody can sign up'
    : 'An email could not be sent'
  log('error', what, { reason: error.code ?? error.message })
}

/**
 * The same answer, after the same time, whether or not the address has an account and whether or not a mail can be
 * sent. A name that the database would not give is refused first.
 */
export async function signUp(input: unknown): Promise<ActionResult<{ isSignedIn: boolean }>> {
  const form = signUpSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { name, email, password, next, captchaToken, trap } = form.data
  const robot = checkHoneypot(trap, leastTimes.signUp)
  if (robot) return robot
  const client = await viewerClient()
  const taken = await refuseKeptName(client, name)
  if (taken) return taken
  const waiting = await checkRateLimit('sign-up', email)
  if (waiting) return waiting
  const returnPath = safePath(next)
  const asked = visitorClient().auth.signUp({
    email,
    password,
    options: {
      data: { name, came_from: returnPath.length > longestWayBack ? '/' : returnPath },
      emailRedirectTo: `${env.SITE_URL}/auth/callback`,
      captchaToken,
    },
  })
  const outcome = await outcomeAfter(levelTime.mail, asked)
  const session = outcome?.data.session
  if (session) {
    await client.auth.setSession(session)
    return succeed({ isSignedIn: true })
  }
  if (outcome?.error && !tellsOfAnAccount(outcome.error)) return refuseAuth(outcome.error)
  after(() => logMailProblem(asked))
  await keepSignUp({ email, name, password })
  return succeed({ isSignedIn: false })
}

/**
 * Has a mail sent after the answer, so that its time tells nothing. Where there is a check against robots the answer
 * says whether it was passed, and takes a level time for that.
 */
async function sendMail(send: () => Promise<{ error: AuthError | null }>): Promise<ActionResult> {
  if (!env.CAPTCHA_PROVIDER) {
    after(() => logMailProblem(send()))
    return succeed(null)
  }
  const asked = send()
  const outcome = await outcomeAfter(levelTime.mail, asked)
  if (outcome?.error?.code === 'captcha_failed') return refuseAuth(outcome.error)
  after(() => logMailProblem(asked))
  return succeed(null)
}

/** Succeeds for a well-formed address, whether or not it has an account. */
export async function requestRecovery(input: unknown): Promise<ActionResult> {
  const form = forgotPasswordSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, captchaToken } = form.data
  const waiting = await checkRateLimit('recover', email)
  if (waiting) return waiting
  const client = visitorClient()
  const redirectTo = `${env.SITE_URL}/auth/callback`
  return sendMail(() => client.auth.resetPasswordForEmail(email, { redirectTo, captchaToken }))
}

/** Sends the confirmation again, at most once a minute. Succeeds whether or not the address waits for it. */
export async function resendConfirmation(input: unknown): Promise<ActionResult> {
  const form = forgotPasswordSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, captchaToken } = form.data
  const waiting = await checkRateLimit('confirm-resend', email)
  if (waiting) return waiting
  const client = visitorClient()
  const emailRedirectTo = `${env.SITE_URL}/auth/callback`
  return sendMail(() =>
    client.auth.resend({ type: 'signup', email, options: { emailRedirectTo, captchaToken } }),
  )
}

/**
 * Where to send the browser so that the person can sign in at another site.
 * @returns `start` as well, which only the address that this very sign-in ends at says again
 */
export async function startProviderSignIn(
  provider: unknown,
  next: unknown,
): Promise<ActionResult<{ url: string; start: string }>> {
  const known = env.AUTH_PROVIDERS.find((name) => name === provider)
  if (!known) return refuse(t('common.methodIsOff'))
  const client = await viewerClient()
  const back = new URL('/auth/callback', env.SITE_URL)
  back.searchParams.set('next', safePath(typeof next === 'string' ? next : '/'))
  const start = randomUUID()
  back.searchParams.set('start', start)
  const { data, error } = await client.auth.signInWithOAuth({
    provider: known,
    options: { redirectTo: back.href, skipBrowserRedirect: true },
  })
  return error ? refuseAuth(error) : succeed({ url: data.url!, start })
}
