'use server'

import { t } from '../words/t.ts'
import { AuthApiError, type AuthError, type User } from '@supabase/supabase-js'
import { getSignInMethods } from '../queries/sign-in-methods'
import {
  confirmSignUpSchema,
  mailLinkSchema,
  type MailLink,
  newAccountLinkSchema,
  passwordMissing,
  resetPasswordSchema,
} from '../schemas/account'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import { forgetFollowedLink, hasFollowedLink, isFollowedBy, markFollowedLink } from '../session/followed-link'
import { forgetRecovery, markRecovery } from '../session/recovery-mark'
import { checkRateLimit } from '../session/rate-limit'
import { forgetSignUp, readSignUp, type SignUp } from '../session/sign-up-proof'
import { chooseFirstPassword } from '../session/with-secret-key'
import { type ViewerClient, viewerClient } from '../supabase/server'
import { refuseAuth, refuseKeptName, nameProblem } from './refusals'

function cameFrom(user: User): string {
  const kept: unknown = user.user_metadata.came_from
  return typeof kept === 'string' ? kept.slice(0, 2_000) : ''
}

/** Uses a link, which works once. After a failed later step, the session that it gave continues. */
async function followLink(client: ViewerClient, { type, tokenHash, tokens }: MailLink) {
  const key = tokenHash ?? tokens!.accessToken
  if (await hasFollowedLink()) {
    const { user } = (await client.auth.getUser()).data
    if (user && (await isFollowedBy(key, user.id))) return { user, error: null }
  }
  // The page showed whose account it is based only on the access token, and setSession doesn't check an expired one.
  const refused = tokens && (await client.auth.getUser(tokens.accessToken)).error
  if (refused) return { user: null, error: refused }
  const { data, error } = tokenHash
    ? await client.auth.verifyOtp({ token_hash: tokenHash, type })
    : await client.auth.setSession({
        access_token: tokens!.accessToken,
        refresh_token: tokens!.refreshToken,
      })
  if (data.session && data.user) await markFollowedLink(key, data.user.id)
  return { user: data.user, error }
}

/** A button calls it, so a scanner that opens the link uses nothing up. */
export async function confirmMailLink(input: unknown): Promise<ActionResult<{ isComplete: boolean }>> {
  const form = mailLinkSchema.safeParse(input)
  if (!form.success) return refuse(form.error.issues[0]!.message, { reason: 'gone' })
  const { user, error } = await followLink(await viewerClient(), form.data)
  if (error) return refuseAuth(error)
  if (form.data.type === 'recovery') await markRecovery()
  return succeed({ isComplete: user !== null })
}

/** The service has no error code for a session that is too old for a new password: it answers with a 500. */
async function problemOf(client: ViewerClient, error: AuthError): Promise<AuthError> {
  if (error.status !== 500) return error
  const isTooOld = (await client.rpc('is_fresh')).data === false
  return isTooOld ? new AuthApiError('The session is too old.', 403, 'reauthentication_needed') : error
}

/** Sets name and password too, because someone else may have signed up with the address before. */
export async function confirmSignUp(input: unknown): Promise<ActionResult<{ cameFrom: string }>> {
  const form = confirmSignUpSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  if (!form.data.password && !(await getSignInMethods()).includes('codes')) {
    return refuse(passwordMissing(), { fieldErrors: { password: passwordMissing() } })
  }
  return finishSignUp(form.data.link, form.data)
}

/** The same in the browser that signed up within the last hour. A conflict if that wasn't this link's sign-up. */
export async function confirmOwnSignUp(input: unknown): Promise<ActionResult<{ cameFrom: string }>> {
  const link = newAccountLinkSchema.safeParse(input)
  if (!link.success) return refuse(link.error.issues[0]!.message, { reason: 'gone' })
  const own = await readSignUp()
  if (!own) return refuseOwn()
  // Otherwise, someone who signed up with another person's address could guess what was in the email.
  return (await checkRateLimit('enter-code', own.email)) ?? finishSignUp(link.data, own)
}

const refuseOwn = () => refuse(t('actions.mailLinks.enterYourNameAnd'), { reason: 'conflict' })

async function finishSignUp(
  link: MailLink,
  { name, password, email }: Omit<SignUp, 'email'> & { email?: string },
): Promise<ActionResult<{ cameFrom: string }>> {
  const client = await viewerClient()
  const taken = await refuseKeptName(client, name)
  if (taken) return taken
  const { tokenHash } = link
  const { data: isChosen, error: unchosen } = tokenHash
    ? await chooseFirstPassword({ token: tokenHash, name, password, of_email: email })
    : { data: false, error: null }
  if (unchosen) return nameProblem(unchosen)
  if (email && !isChosen) return refuseOwn()
  const { user, error: unfollowed } = await followLink(client, link)
  if (unfollowed) return refuseAuth(unfollowed)
  await forgetSignUp()
  if (isChosen) return succeed({ cameFrom: cameFrom(user!) })
  const { error: unnamed } = await client.from('profiles').update({ name }).eq('id', user!.id)
  if (unnamed) return nameProblem(unnamed)
  const data = { name, came_from: null }
  const changed = await client.auth.updateUser({ ...(password && { password }), data })
  const isSame = changed.error?.code === 'same_password'
  const { error } = isSame ? await client.auth.updateUser({ data }) : changed
  if (error) return refuseAuth(await problemOf(client, error))
  await forgetFollowedLink()
  return succeed({ cameFrom: cameFrom(user!) })
}

export async function exchangeCode(code: unknown): Promise<ActionResult> {
  if (typeof code !== 'string' || code.length > 500) return refuse(t('common.linkIncomplete'))
  const client = await viewerClient()
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  if (error) return refuseAuth(error)
  if ('redirectType' in data && data.redirectType === 'recovery') await markRecovery()
  return succeed(null)
}

async function mayAddPassword(client: ViewerClient): Promise<boolean> {
  const { data: isFresh } = await client.rpc('is_fresh')
  return isFresh === true && (await client.rpc('get_viewer').maybeSingle()).data?.has_password === false
}

/** Sets a new password after a recovery link, or a first one right after a sign-in. Other sessions end. */
export async function resetPassword(input: unknown): Promise<ActionResult> {
  const form = resetPasswordSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const client = await viewerClient()
  const { data: isRecovering, error: unread } = await client.rpc('is_recovering')
  if (unread) throw unread
  if (!isRecovering && !(await mayAddPassword(client))) {
    return refuse(t('actions.mailLinks.openTheLinkIn'))
  }
  const { name, password } = form.data
  if (name) {
    const { user } = (await client.auth.getUser()).data
    const { error: unnamed } = await client.from('profiles').update({ name }).eq('id', user!.id)
    if (unnamed) return nameProblem(unnamed)
  }
  const { error } = await client.auth.updateUser({ password })
  if (error) return refuseAuth(error)
  await client.auth.signOut({ scope: 'others' })
  await forgetRecovery()
  await forgetFollowedLink()
  return succeed(null)
}
