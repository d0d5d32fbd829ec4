import 'server-only'
import { viewerClient } from '../supabase/server'

/** Everything the site keeps about the person who asks. */
export async function getAccountData() {
  const client = await viewerClient()
  return (await client.rpc('export_account').throwOnError()).data
}
