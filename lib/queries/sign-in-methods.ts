import 'server-only'
import { cacheLife } from 'next/cache'
import { env } from '../env'
import { providerName, providers } from '../session/providers'
import { publicClient } from '../supabase/public'
import { viewerClient } from '../supabase/server'

/** What the project offers beside passwords and AUTH_PROVIDERS: codes by e-mail, and company sign-in (SAML). */
export type SignInMethods = { codes: boolean; company: boolean }

const codesAreOff = new Set(['email_provider_disabled', 'otp_disabled'])

/**
 * As the project itself says. Whether it sends codes is in none of its settings that a visitor may read, so it is asked
 * to send one to what is no address: it looks whether it may before it looks to whom.
 */
export async function getSignInMethods(): Promise<SignInMethods> {
  'use cache'
  cacheLife('minutes')
  const [settings, sending] = await Promise.all([
    fetch(`${env.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/settings`, {
      headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY },
      signal: AbortSignal.timeout(5_000),
    }),
    publicClient.auth.signInWithOtp({ email: '-' }),
  ])
  if (!settings.ok) throw new Error(`The settings of the auth service answered ${settings.status}.`)
  const { external, saml_enabled } = await settings.json()
  return {
    codes: external.email === true && !codesAreOff.has(sending.error?.code ?? ''),
    company: saml_enabled === true,
  }
}

/** No other method than a password while nobody can say. */
export const getSignInMethodsOrNone = (): Promise<SignInMethods> =>
  getSignInMethods().catch(() => ({ codes: false, company: false }))

/**
 * The ways into the viewer's account, the oldest first; `canLink` is whether the project lets people add and remove them,
 * which shows by removing nothing.
 */
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
