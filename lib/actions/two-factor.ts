'use server'

import { refresh } from 'next/cache'
import { getSite } from '../queries/site'
import { passwordMissing } from '../schemas/account'
import { codeSchema, personSchema, startFactorSchema } from '../schemas/account-security'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import * as z from '../schemas/zod'
import { checkRateLimit } from '../session/rate-limit'
import { renewSession } from '../session/reauthenticate'
import { giveCode } from '../session/second-factor'
import { clientAddress } from '../supabase/client-address'
import { type ViewerClient, viewerClient } from '../supabase/server'
import { t } from '../words/t.ts'
import { adminAction, memberAction } from './member-action'
import { databaseProblem, refuseAuth } from './refusals'

/** The first code needs a fresh session. */
export const startFactor = memberAction(startFactorSchema, async (form, { viewer, client }) => {
  if (viewer.hasPassword && !form.password) {
    return refuse(passwordMissing(), { fieldErrors: { password: passwordMissing() } })
  }
  if (viewer.hasPassword) {
    const refusal = await renewSession(client, viewer.email, form)
    if (refusal) return refusal
  } else if (!(await client.rpc('is_fresh').throwOnError()).data)
    return refuse(t('actions.twoFactor.notFresh'))
  const { data: known } = await client.auth.mfa.listFactors()
  for (const { id, status } of known?.all ?? []) {
    if (status !== 'verified') await client.auth.mfa.unenroll({ factorId: id })
  }
  const { name: issuer } = await getSite()
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer })
  if (error) return refuseAuth(error)
  const { qr_code: picture, secret } = data.totp
  // The service's data URL isn't percent-encoded, so take the SVG out of it.
  const svg = picture.slice(picture.indexOf('<'))
  return succeed({ picture: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret })
})

const makeCodes = async (client: ViewerClient) =>
  succeed({ codes: (await client.rpc('make_recovery_codes').throwOnError()).data })

export const finishFactor = memberAction(codeSchema, async ({ code }, { viewer, client }) => {
  const refused = await checkCode(client, viewer.email || viewer.id, code, 'unverified')
  return refused ?? makeCodes(client)
})

export const renewRecoveryCodes = memberAction(codeSchema, async ({ code }, { viewer, client }) => {
  const refused = await checkCode(client, viewer.email || viewer.id, code)
  return refused ?? makeCodes(client)
})

export const removeFactor = memberAction(codeSchema, async ({ code }, { viewer, client }) => {
  const refused = await checkCode(client, viewer.email || viewer.id, code)
  if (refused) return refused
  await client.rpc('remove_factor').throwOnError()
  await client.auth.refreshSession()
  return succeed(null)
})

/** Without a network address, attempts count per session: per account, others could keep the owner out. */
async function countedFor(client: ViewerClient, account: string): Promise<string> {
  if (await clientAddress()) return account
  return (await client.auth.getClaims()).data?.claims.session_id ?? account
}

async function checkCode(client: ViewerClient, account: string, code: string, status?: 'unverified') {
  const waiting = await checkRateLimit('code', await countedFor(client, account))
  if (waiting) return waiting
  const error = await giveCode(client, code, status)
  return error && refuseAuth(error)
}

/** The second step of a sign-in. A recovery code removes the factor. @returns whether it did */
export async function enterCode(input: unknown): Promise<ActionResult<{ isRecovered: boolean }>> {
  const form = codeSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { code } = form.data
  const client = await viewerClient()
  const { data } = await client.auth.getUser()
  if (!data.user) return refuse(t('common.signInToContinue'), { reason: 'signed-out' })
  const isRecovered = !/^[\d\s]+$/.test(code)
  if (isRecovered) {
    const { data: isRight, error } = await client.rpc('use_recovery_code', { code })
    if (error) return databaseProblem(error)
    if (!isRight) {
      const wrong = t('actions.twoFactor.wrongRecoveryCode')
      return refuse(wrong, { fieldErrors: { code: wrong } })
    }
    await client.auth.refreshSession()
  } else {
    const refused = await checkCode(client, data.user.email || data.user.id, code)
    if (refused) return refused
  }
  refresh()
  return succeed({ isRecovered })
}

export const resetFactor = adminAction(personSchema, async ({ id }, { client }) => {
  const { data: isReset, error } = await client.rpc('reset_factor', { person_id: id })
  if (error) return databaseProblem(error)
  return isReset ? succeed(null) : refuse(t('actions.twoFactor.notUsed'))
})

export const requireTeamFactor = adminAction(z.boolean(), async (wanted, { client }) => {
  const { error } = await client.rpc('require_team_factor', { wanted })
  return error ? databaseProblem(error) : succeed(null)
})
