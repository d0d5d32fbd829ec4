import 'server-only'
import { secretClient } from '../supabase/secret'

/** No mail goes to the address any more. Without a secret key nobody may say so: it throws. */
export async function suppressAddress(address: string, reason: string): Promise<void> {
  if (!secretClient) throw new Error('SUPABASE_SECRET_KEY is not set.')
  await secretClient.rpc('silence_address', { address, reason }).throwOnError()
}
