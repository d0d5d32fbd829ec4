import 'server-only'
import { AuthApiError, type AuthError, type SupabaseClient } from '@supabase/supabase-js'

type Client = Pick<SupabaseClient, 'auth'>

/** How long the database accepts the first code of a factor, in milliseconds. */
const setUpTime = 10 * 60_000

/** `unverified` is the first code of a factor, which turns it on. */
export async function giveCode(
  client: Client,
  code: string,
  status: 'verified' | 'unverified' = 'verified',
): Promise<AuthError | null> {
  const { data, error } = await client.auth.getUser()
  if (error) return error
  const factor = data.user.factors?.find(
    (one) =>
      one.factor_type === 'totp' &&
      one.status === status &&
      (status === 'verified' || Date.parse(one.created_at) > Date.now() - setUpTime),
  )
  if (!factor) return new AuthApiError('There is no such factor.', 404, 'mfa_factor_not_found')
  const given = { factorId: factor.id, code: code.replaceAll(/\s/g, '') }
  return (await client.auth.mfa.challengeAndVerify(given)).error
}

export const hasFactor = (user: { factors?: { status: string }[] }): boolean =>
  user.factors?.some(({ status }) => status === 'verified') ?? false
