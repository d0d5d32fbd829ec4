import 'server-only'
import { cacheLife } from 'next/cache'
import { cache } from 'react'
import { env } from '../env'
import { providerName, providers } from '../session/providers'
import { viewerClient } from '../supabase/server'

export type SignInMethod = 'codes' | 'company'

const codesAreOff = new Set(['email_provider_disabled', 'otp_disabled'])

/** The last answer, because a page must not fail while the service can't be asked. */
let lastKnown: SignInMethod[] = []

/** No readable setting says whether the project sends codes, so this asks for one to an invalid address. */
async function readSignInMethods(): Promise<SignInMethod[]> {
  'use cache'
  cacheLife('minutes')
  return (lastKnown = await askProject().catch(() => lastKnown))
}

async function askProject(): Promise<SignInMethod[]> {
  const key = env.SUPABASE_SECRET_KEY ?? env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY
  const ask = (path: string, body?: string) =>
    fetch(`${env.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(2_000),
    })
  const [settings, sending] = await Promise.all([ask('settings'), ask('otp', '{"email":"-"}')])
  if (!settings.ok) throw new Error(`The settings of the auth service answered ${settings.status}.`)
  const { external, saml_enabled: hasCompanies } = await settings.json()
  const { error_code: code } = await sending.json()
  const methods: SignInMethod[] = external.email && !codesAreOff.has(code) ? ['codes'] : []
  return hasCompanies ? [...methods, 'company'] : methods
}

export const getSignInMethods = cache(async (): Promise<SignInMethod[]> =>
  env.SIGNPOST_OFFLINE_BUILD ? [] : readSignInMethods(),
)

/** `canLink` is checked by removing nothing. */
export async function getOwnSignInMethods() {
  const { auth } = await viewerClient()
  const [{ data }, { error }] = await Promise.all([
    auth.getUserIdentities(),
    auth.unlinkIdentity({ identity_id: 'none' } as Parameters<typeof auth.unlinkIdentity>[0]),
  ])
  const linked = (data?.identities ?? [])
    .toSorted((a, b) => (a.created_at ?? '').localeCompare(b.created_at ?? ''))
    .map(({ identity_id: id, provider, identity_data: known }) => ({
      id,
      provider,
      name: providerName(provider),
      account: String(known?.email || known?.user_name || ''),
    }))
  const canLink = error?.code === 'validation_failed'
  const others = canLink ? providers.filter(({ id }) => linked.every(({ provider }) => provider !== id)) : []
  return { linked, others, canLink }
}
