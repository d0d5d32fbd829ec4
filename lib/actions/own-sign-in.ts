'use server'

import { refresh } from 'next/cache'
import { cookies } from 'next/headers'
import { env } from '../env'
import { getSite } from '../queries/site'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import { idSchema } from '../schemas/fields'
import { ownCodeSchema, ownKeySchema, ownTokenSchema } from '../schemas/own-sign-in'
import { originsIn, widgetSchema } from '../schemas/widget'
import * as z from '../schemas/zod'
import { beginOwnSignIn, finishOwnSignIn, makeOwnAccount, openOwnSession } from '../session/own-session'
import { ownerOf, readOwnToken, takesOwnTokens } from '../session/own-token'
import { checkRateLimit } from '../session/rate-limit'
import { endThisSession } from '../session/sign-out'
import { hasFactor } from '../session/second-factor'
import { getViewer } from '../session/viewer'
import { secretClient } from '../supabase/secret'
import { viewerClient } from '../supabase/server'
import { isFramed } from '../supabase/session-flags'
import { visitorClient } from '../supabase/visitor'
import { t } from '../words/t.ts'
import { markSiteChanged } from './mark-changed'
import { adminAction } from './member-action'
import { databaseProblem, refuseAuth } from './refusals'

type SignedIn = { awaitsCode: boolean }
type Replacing = { from: string; to: string }
type Claimed = { claim: string; email: string }

const notValid = () => refuse(t('account.ownSignIn.notValid'), { reason: 'gone' })

/** Signs in with a token of the company's product. `replaces`: the person agreed to leave their current account. */
export async function signInWithToken(
  token: unknown,
  replaces: unknown,
): Promise<ActionResult<SignedIn | Claimed | Replacing>> {
  await getSite()
  const given = ownTokenSchema.safeParse(token)
  if (!given.success || !takesOwnTokens) return notValid()
  const waiting = await checkRateLimit('own-sign-in', '')
  if (waiting) return waiting
  const read = await readOwnToken(given.data)
  if (!read) return notValid()
  const viewer = await getViewer()
  const isKept = viewer && replaces !== true && !(await isOfFrame())
  const { began, error } = await beginOwnSignIn(read, isKept ? viewer.id : undefined)
  if (error) return databaseProblem(error)
  if (began.outcome === 'other') {
    const { name, email } = await ownerOf(read)
    return succeed({ from: viewer!.name, to: name || email })
  }
  if (began.outcome === 'confirm') return sendProof(began.claim, began.address)
  const isThere = began.outcome === 'account'
  if (isThere && viewer?.id === began.person) return succeed({ awaitsCode: false })
  const person = isThere ? began.person : await makeOwnAccount(began.address, read.claims.name)
  if (!person) return notValid()
  if (!isThere) {
    const { error: unlinked } = await finishOwnSignIn(began.claim, person)
    if (unlinked) return databaseProblem(unlinked)
  }
  const session = await openOwnSession(person, began.address)
  if (!session) return notValid()
  await (await viewerClient()).auth.setSession(session)
  refresh()
  return succeed({ awaitsCode: hasFactor(session.user) })
}

async function isOfFrame(): Promise<boolean> {
  if (!isFramed(await cookies())) return false
  return (await (await viewerClient()).rpc('is_own_session').throwOnError()).data
}

/** Ends a session that a token began, when the person has left the product. Any other session stays. */
export async function endOwnSession(): Promise<ActionResult<boolean>> {
  const { data: isOwn } = await (await viewerClient()).rpc('is_own_session')
  if (!isOwn) return succeed(false)
  await endThisSession()
  refresh()
  return succeed(true)
}

/** Emails a code. A valid token replaces the captcha that an email otherwise needs. */
async function sendProof(claim: string, email: string): Promise<ActionResult<Claimed>> {
  const waiting = await checkRateLimit('send-code', email)
  if (waiting) return waiting
  const client = env.CAPTCHA_PROVIDER ? secretClient! : visitorClient()
  const { error } = await client.auth.signInWithOtp({ email })
  return error ? refuseAuth(error) : succeed({ claim, email })
}

export async function confirmOwnSignIn(input: unknown): Promise<ActionResult<SignedIn>> {
  const form = ownCodeSchema.safeParse(input)
  if (!form.success || !takesOwnTokens) return form.success ? notValid() : refuseFields(form.error)
  const { claim, email, code } = form.data
  const waiting = await checkRateLimit('enter-code', email)
  if (waiting) return waiting
  const client = await viewerClient()
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  const wrong = t('actions.account.wrongCode')
  if (error?.code === 'otp_expired') return refuse(wrong, { fieldErrors: { code: wrong } })
  if (error) return refuseAuth(error)
  const { error: unlinked } = await finishOwnSignIn(claim, data.user!.id)
  if (unlinked) return databaseProblem(unlinked)
  refresh()
  return succeed({ awaitsCode: hasFactor(data.user!) })
}

export const addOwnKey = adminAction(ownKeySchema, async ({ algorithm, publicKey }, { client }) => {
  const { data, error } = await client.rpc('admin_add_own_key', {
    algorithm,
    public_key: algorithm === 'ES256' ? publicKey : undefined,
  })
  return error ? databaseProblem(error) : succeed({ secret: data as string | null })
})

export const removeOwnKey = adminAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_remove_own_key', { key_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const trustAddresses = adminAction(z.boolean(), async (wanted, { client }) => {
  const { error } = await client.rpc('admin_set_widget', { trusts_addresses: wanted })
  return error ? databaseProblem(error) : succeed(null)
})

export const saveWidget = adminAction(widgetSchema, async ({ origins }, { client }) => {
  const { error } = await client.rpc('admin_set_widget', { origins: originsIn(origins) })
  if (error) return databaseProblem(error, t('schemas.widget.enterOrigins'))
  markSiteChanged()
  return succeed(null)
})
