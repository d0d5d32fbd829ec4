'use server'

import type { AuthError, User } from '@supabase/supabase-js'
import { t } from '../words/t.ts'
import { after } from 'next/server'
import { refresh } from 'next/cache'
import { resetRateLimit, checkRateLimit } from '../session/rate-limit'
import { isMailQuota, tellsOfAnAccount } from '../session/auth-errors'
import { env } from '../env'
import { log } from '../log'
import {
  enterCodeSchema,
  forgotPasswordSchema,
  sendCodeSchema,
  signInSchema,
  signUpSchema,
  unnamed,
} from '../schemas/account'
import { safePath } from '../session/return-path'
import { hasFactor } from '../session/second-factor'
import { forgetSignUp, keepSignUp, readSignUp } from '../session/sign-up-proof'
import { viewerClient } from '../supabase/server'
import { visitorClient } from '../supabase/visitor'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import { leastTimes } from '../schemas/fields'
import { refuseAuth, refuseKeptName, checkHoneypot } from './refusals'

/** Milliseconds that answers about accounts take, so that the time doesn't reveal whether an address has one. */
const levelTime = { signIn: 700, mail: 1_500 }

/** What an account remembers about where its sign-up came from is stored in cookies and tokens, so it is limited. */
const longestWayBack = 500

function cameFrom(next?: string) {
  const path = safePath(next)
  return { came_from: path.length > longestWayBack ? '/' : path }
}

const wrongCode = () => t('actions.account.wrongCode')

async function levelled<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, milliseconds))])
  return result
}

export async function signIn(input: unknown): Promise<ActionResult<{ awaitsCode: boolean }>> {
  const form = signInSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, password, captchaToken } = form.data
  const waiting = await checkRateLimit('sign-in', email)
  if (waiting) return waiting
  const client = await viewerClient()
  const { data, error } = await levelled(
    levelTime.signIn,
    client.auth.signInWithPassword({ email, password, options: { captchaToken } }),
  )
  if (error) return refuseAuth(error)
  after(() => resetRateLimit(email))
  refresh()
  return succeed({ awaitsCode: hasFactor(data.user) })
}

async function outcomeAfter<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | null> {
  const end = new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds))
  const outcome = await Promise.race([work, end])
  await end
  return outcome
}

async function logMailProblem(work: Promise<{ error: AuthError | null }>): Promise<void> {
  const { error } = await work
  if (!error || error.code === 'user_already_exists') return
  const reason = error.code ?? error.message
  if (isMailQuota(error))
    log('error', 'The project reached its email limit, so no one can sign up', { reason })
  else log('error', 'An email could not be sent', { reason })
}

/** The answer and its duration are the same whether or not the address has an account. */
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
  const asked = visitorClient().auth.signUp({
    email,
    password,
    options: {
      data: { name, ...cameFrom(next) },
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

/** Sends an email after the answer, so that its duration reveals nothing. The captcha's check always takes as long. */
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

/** Emails a link and a code. The answer is the same for every address. */
export async function sendCode(input: unknown): Promise<ActionResult> {
  const form = sendCodeSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, next, captchaToken } = form.data
  const waiting = await checkRateLimit('send-code', email)
  if (waiting) return waiting
  const client = visitorClient()
  const options = { data: cameFrom(next), emailRedirectTo: `${env.SITE_URL}/auth/callback`, captchaToken }
  return sendMail(() => client.auth.signInWithOtp({ email, options }))
}

const isJustConfirmed = ({ email_confirmed_at: confirmed, last_sign_in_at: signedIn }: User) =>
  confirmed !== undefined && signedIn !== undefined && Date.parse(signedIn) - Date.parse(confirmed) < 5_000

/** Sets the form's name and password, because those the account was signed up with may be a stranger's. */
export async function enterCode(
  input: unknown,
): Promise<ActionResult<{ isUnnamed: boolean; awaitsCode: boolean }>> {
  const form = enterCodeSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, code, isSignUp } = form.data
  const waiting = await checkRateLimit('enter-code', email)
  if (waiting) return waiting
  const client = await viewerClient()
  const { data: session, error } = await levelled(
    levelTime.signIn,
    client.auth.verifyOtp({ email, token: code, type: 'email' }),
  )
  if (error?.code === 'otp_expired') return refuse(wrongCode(), { fieldErrors: { code: wrongCode() } })
  if (error) return refuseAuth(error)
  if (session.user && hasFactor(session.user)) return succeed({ isUnnamed: false, awaitsCode: true })
  const isUnnamed = async () => (await client.rpc('get_viewer').single().throwOnError()).data.name === unnamed
  const own = isSignUp && session.user && isJustConfirmed(session.user) ? await readSignUp() : null
  if (own?.email.toLowerCase() === email.toLowerCase()) {
    const { name, password } = own
    const { data } = await client.auth.updateUser({ password, data: { name } })
    if (data.user) await client.from('profiles').update({ name }).eq('id', data.user.id)
    await forgetSignUp()
  }
  refresh()
  return succeed({ isUnnamed: await isUnnamed(), awaitsCode: false })
}
