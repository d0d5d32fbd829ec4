'use server'

import type { Provider, UserIdentity } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { env } from '../env'
import { sendCodeSchema } from '../schemas/account'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'
import * as z from '../schemas/zod'
import { providers } from '../session/providers'
import { safePath } from '../session/return-path'
import { viewerClient } from '../supabase/server'
import { t } from '../words/t.ts'
import { memberAction } from './member-action'
import { refuseAuth } from './refusals'

function wayBack(next: unknown) {
  const back = new URL('/auth/callback', env.SITE_URL)
  back.searchParams.set('next', safePath(typeof next === 'string' ? next : '/'))
  const start = randomUUID()
  back.searchParams.set('start', start)
  return { start, options: { redirectTo: back.href, skipBrowserRedirect: true } }
}

const findProvider = (id: unknown) =>
  providers.find((provider) => provider.id === id)?.id as Provider | undefined

const turnedOff = () => refuse(t('common.methodIsOff'))

/** `start` is only repeated by the address at the end of this sign-in. */
export async function startProviderSignIn(
  id: unknown,
  next: unknown,
): Promise<ActionResult<{ url: string; start: string }>> {
  const provider = findProvider(id)
  if (!provider) return turnedOff()
  const { start, options } = wayBack(next)
  const { data, error } = await (await viewerClient()).auth.signInWithOAuth({ provider, options })
  return error ? refuseAuth(error) : succeed({ url: data.url!, start })
}

export async function startCompanySignIn(
  input: unknown,
): Promise<ActionResult<{ url: string; start: string }>> {
  const form = sendCodeSchema.safeParse(input)
  if (!form.success) return refuseFields(form.error)
  const { email, next, captchaToken } = form.data
  const { start, options } = wayBack(next)
  const { data, error } = await (
    await viewerClient()
  ).auth.signInWithSSO({
    domain: email.split('@').at(-1)!.toLowerCase(),
    options: { ...options, captchaToken },
  })
  return error ? refuseAuth(error) : succeed({ url: data.url, start })
}

export const startLinking = memberAction(z.string(), async (id, { client }) => {
  const provider = findProvider(id)
  if (!provider) return turnedOff()
  if (!(await client.rpc('is_fresh').throwOnError()).data) {
    return refuse(t('actions.signInMethods.notFresh'))
  }
  const { options } = wayBack('/settings#sign-in-methods')
  const { data, error } = await client.auth.linkIdentity({ provider, options })
  return error ? refuseAuth(error) : succeed({ url: data.url! })
})

/** With an address, people can always get a link for a new password. */
const isWayIn = ({ provider }: UserIdentity): boolean =>
  provider === 'email' || provider.startsWith('sso:') || findProvider(provider) !== undefined

/** The service and the database keep the last method. This keeps the last one that the site offers. */
export const unlinkMethod = memberAction(z.uuid(), async (id, { client, viewer }) => {
  const { data, error: unread } = await client.auth.getUserIdentities()
  if (unread) return refuseAuth(unread)
  const identity = data.identities.find(({ identity_id }) => identity_id === id)
  if (!identity) return succeed(null)
  if (!data.identities.some((other) => other !== identity && isWayIn(other)))
    return refuse(t('session.authErrors.lastMethod'))
  const isOfAddress = ({ identity_data }: UserIdentity) =>
    String(identity_data?.email).toLowerCase() === viewer.email?.toLowerCase()
  if (isOfAddress(identity) && !data.identities.some((other) => other !== identity && isOfAddress(other))) {
    return refuse(t('session.authErrors.addressMethod'))
  }
  const { error } = await client.auth.unlinkIdentity(identity)
  return error ? refuseAuth(error) : succeed(null)
})
