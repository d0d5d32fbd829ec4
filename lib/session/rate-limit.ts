import { t } from '../words/t.ts'
import 'server-only'
import { log } from '../log'
import { refuse } from '../schemas/action-result'
import { clientAddress } from '../supabase/client-address'
import { secretClient } from '../supabase/secret'
import { waitText } from './auth-errors'

/**
 * Null if the attempt may go ahead. The counters are in the database, where only the server may write them, so they
 * apply across instances and restarts. Without a secret key nothing is counted, and only the auth service's own limits
 * apply.
 * @param kind as in private.attempt_limits
 */
export async function checkRateLimit(kind: string, account: string) {
  if (!secretClient) return null
  const { data: wait, error } = await secretClient.rpc('count_attempt', {
    kind,
    account,
    address: await clientAddress(),
  })
  if (error) {
    log('error', 'Attempts could not be counted', { reason: error.message })
    return refuse(t('common.signInUnavailable'))
  }
  return wait > 0
    ? refuse(t('session.rateLimit.tooManyAttemptsTry', { waitText: waitText(wait) }), {
        reason: 'rate-limit',
      })
    : null
}

/** After a sign-in, the account's attempts from this address no longer count. */
export async function resetRateLimit(account: string): Promise<void> {
  await secretClient?.rpc('forget_attempts', { account, address: await clientAddress() })
}
