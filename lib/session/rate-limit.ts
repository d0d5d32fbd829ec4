import { t } from '../words/t.ts'
import 'server-only'
import { log } from '../log'
import { refuse } from '../schemas/action-result'
import { clientAddress } from '../supabase/client-address'
import { secretClient } from '../supabase/secret'
import { tooManyAttempts } from './auth-errors'

/** Null if it may go ahead. Without a secret key nothing is counted, and the auth service's own limits apply. */
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
  return wait > 0 ? refuse(tooManyAttempts(wait), { reason: 'rate-limit' }) : null
}

export async function resetRateLimit(account: string): Promise<void> {
  await secretClient?.rpc('forget_attempts', { account, address: await clientAddress() })
}
