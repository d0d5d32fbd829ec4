'use server'

import type { AuthError, User } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { after } from 'next/server'
import { refresh } from 'next/cache'
import { forgetAttempts, tooManyAttempts } from '../session/attempts'
import { authProblem, isMailQuota } from '../session/auth-errors'
import { env } from '../env'
import { log } from '../log'
import {
  confirmSignUpSchema,
  forgotPasswordSchema,
  mailLinkSchema,
  nameIsKept,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
} from '../schemas/account'
import { forgetRecovery, markRecovery } from '../session/recovery-mark'
import { safePath } from '../session/safe-path'
import { mailCountedFirst } from '../supabase/lite'
import { type ViewerClient, viewerClient } from '../supabase/server'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import { leastTimes } from '../schemas/trap'
import { nameProblem } from './database-problem'
import { refuseRobot } from './refuse-robot'

/**
 * Answers about accounts take at least this long, in milliseconds, so that the time says nothing about whether
 * an e-mail address has one: checking a password and sending a mail fit into it.
 */
const levelTime = { signIn: 700, mail: 1_500 }

/** Answers to a sign-up that only an address with an account gets. */
const tellsOfAnAccount = new Set(['user_already_exists', 'email_exists', mailCountedFirst])

const quotaUsed = 'The project has sent all the mails it may: nobody can sign up'

async function levelled<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, milliseconds))])
  return result
}

/** What the account remembers of the sign-up, for whichever browser the mail is read in. */
function cameFrom(user: User | null): string {
  const kept: unknown = user?.user_metadata.came_from
  return typeof kept === 'string' ? kept.slice(0, 2_000) : ''
}

function refuseAuth(error: Parameters<typeof authProblem>[0]) {
  const { message, field } = authProblem(error)
  return refuse(message, field ? { fieldErrors: { [field]: message } } : {})
}

async function refuseKeptName(client: ViewerClient, name: string) {
  const { data: isFree, error } = await client.rpc('is_name_free', { name })
  if (error) throw error
  return isFree ? null : refuse(nameIsKept, { fieldErrors: { name: nameIsKept } })
}

export async function signIn(input: unknown): Promise<ActionResult> {
  const form = signInSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, password, captchaToken } = form.data
  const waiting = await tooManyAttempts('sign-in', email)
  if (waiting) return waiting
  const client = await viewerClient()
  const { error } = await levelled(
    levelTime.signIn,
    client.auth.signInWithPassword({ email, password, options: { captchaToken } }),
  )
  if (error) return refuseAuth(error)
  after(() => forgetAttempts(email))
  refresh()
  return succeed(null)
}

/**
 * The same answer whether or not the address has an account: what to do next stands in the mail. A name that the
 * database would not give is refused first.
 */
export async function signUp(input: unknown): Promise<ActionResult<{ isSignedIn: boolean }>> {
  const form = signUpSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { name, email, password, next, captchaToken, trap } = form.data
  const robot = refuseRobot(trap, leastTimes.signUp)
  if (robot) return robot
  const client = await viewerClient()
  const taken = await refuseKeptName(client, name)
  if (taken) return taken
  const waiting = await tooManyAttempts('sign-up', email)
  if (waiting) return waiting
  const { data, error } = await levelled(
    levelTime.mail,
    client.auth.signUp({
      email,
      password,
      options: {
        data: { name, came_from: safePath(next) },
        emailRedirectTo: `${env.SITE_URL}/auth/callback`,
        captchaToken,
      },
    }),
  )
  if (error && isMailQuota(error)) {
    log('error', quotaUsed)
    return refuseAuth(error)
  }
  if (error && !tellsOfAnAccount.has(error.code ?? '')) return refuseAuth(error)
  return succeed({ isSignedIn: Boolean(data.session) })
}

/**
 * Has a mail sent after the answer, so that its time tells nothing. Where there is a check against robots the answer
 * says whether it was passed, and takes a level time for that.
 */
async function sendMail(send: () => Promise<{ error: AuthError | null }>): Promise<ActionResult> {
  async function sendAndLog() {
    const { error } = await send()
    if (error)
      log('error', isMailQuota(error) ? quotaUsed : 'A mail could not be sent', {
        reason: error.code ?? error.name,
      })
    return error
  }
  if (!env.CAPTCHA_PROVIDER) {
    after(sendAndLog)
    return succeed(null)
  }
  const error = await levelled(levelTime.mail, sendAndLog())
  return error?.code === 'captcha_failed' ? refuseAuth(error) : succeed(null)
}

/** Succeeds for a well-formed address, whether or not it has an account. */
export async function requestRecovery(input: unknown): Promise<ActionResult> {
  const form = forgotPasswordSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, captchaToken } = form.data
  const waiting = await tooManyAttempts('recover', email)
  if (waiting) return waiting
  const client = await viewerClient()
  const redirectTo = `${env.SITE_URL}/auth/callback?next=/reset-password`
  return sendMail(() => client.auth.resetPasswordForEmail(email, { redirectTo, captchaToken }))
}

/** Sends the confirmation again; where the backend will not, the recovery mail, which confirms as well. */
export async function resendConfirmation(input: unknown): Promise<ActionResult> {
  const form = forgotPasswordSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, captchaToken } = form.data
  const waiting = await tooManyAttempts('confirm-resend', email)
  if (waiting) return waiting
  const client = await viewerClient()
  return sendMail(async () => {
    const sent = await client.auth.resend({ type: 'signup', email, options: { captchaToken } })
    if (sent.error?.code !== mailCountedFirst) return sent
    await client.auth.resetPasswordForEmail(email)
    return { error: null }
  })
}

/** Uses up the link of a mail; called by a button, so a scanner that opens the link consumes nothing. */
export async function confirmMailLink(input: unknown): Promise<ActionResult> {
  const form = mailLinkSchema.safeParse(input)
  if (!form.success) return refuse(form.error.issues[0]!.message)
  const client = await viewerClient()
  const { tokenHash, type } = form.data
  const { error } = await client.auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) return refuseAuth(error)
  if (type === 'recovery') await markRecovery()
  return succeed(null)
}

/**
 * Uses up the link of a sign-up and sets the account's password and name: somebody else may have signed up with the
 * address before, and the service keeps what came first. A name or password that is refused can be followed by another.
 * @returns where the person came from when they signed up, as writeWayBack says it
 */
export async function confirmSignUp(input: unknown): Promise<ActionResult<{ cameFrom: string }>> {
  const form = confirmSignUpSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const client = await viewerClient()
  const { tokenHash, name, password } = form.data
  const taken = await refuseKeptName(client, name)
  if (taken) return taken
  const confirmed = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })
  const user = confirmed.data.user ?? (await justConfirmed(client))
  if (confirmed.error && !user) return refuseAuth(confirmed.error)
  const { error: unnamed } = await client.from('profiles').update({ name }).eq('id', user!.id)
  if (unnamed) return nameProblem(unnamed)
  const data = { name, came_from: null }
  const changed = await client.auth.updateUser({ password, data })
  const isSame = changed.error?.code === 'same_password'
  const { error } = isSame ? await client.auth.updateUser({ data }) : changed
  if (error) return refuseAuth(error)
  return succeed({ cameFrom: cameFrom(user) })
}

/** Who is signed in, when the account was confirmed within ten minutes. */
async function justConfirmed(client: ViewerClient): Promise<User | null> {
  const { data } = await client.auth.getUser()
  const age = Date.now() - Date.parse(data.user?.email_confirmed_at ?? '')
  return age < 600_000 ? data.user : null
}

/** Uses up the code that another site (or a link of an older kind) sent the person back with. */
export async function exchangeCode(code: unknown): Promise<ActionResult> {
  if (typeof code !== 'string' || code.length > 500) return refuse('This link is not complete. Start again.')
  const client = await viewerClient()
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  if (error) return refuseAuth(error)
  if ('redirectType' in data && data.redirectType === 'recovery') await markRecovery()
  return succeed(null)
}

/** Sets a new password for whoever followed a recovery link; every other session of the account ends. */
export async function resetPassword(input: unknown): Promise<ActionResult> {
  const form = resetPasswordSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const client = await viewerClient()
  const { data: isRecovering, error: unread } = await client.rpc('is_recovering')
  if (unread) throw unread
  if (!isRecovering) {
    return refuse('Open the link from your mail first, or change the password in your settings.')
  }
  const { error } = await client.auth.updateUser({ password: form.data.password })
  if (error) return refuseAuth(error)
  await client.auth.signOut({ scope: 'others' })
  await forgetRecovery()
  return succeed(null)
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
  if (!known) return refuse('This way of signing in is switched off on this site.')
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
