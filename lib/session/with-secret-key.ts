import 'server-only'
import { secretClient } from '../supabase/secret'
import { env } from '../env'
import { log } from '../log'
import { defaultSiteName } from '../post/default-site-name'
import { clientAddress } from '../supabase/client-address'
import type { Database } from '../supabase/database.types'

/** Stops emails to an address. Throws without a secret key, because no one else may do this. */
export async function suppressAddress(address: string, reason: string): Promise<void> {
  if (!secretClient) throw new Error('SUPABASE_SECRET_KEY is not set.')
  await secretClient.rpc('silence_address', { address, reason }).throwOnError()
}

/** Without a secret key, only the operator's command can do it. */
export async function reserveSiteName(): Promise<void> {
  const name = env.SITE_NAME ?? defaultSiteName
  const names = [name, `${name} team`]
  const error = (await secretClient?.rpc('reserve_names', { names }))?.error
  if (error) log('warn', 'The name of the site could not be reserved', { reason: error.message })
}

/** As a salted hash, for 30 days, so that the team sees if many votes come from one network. */
export async function noteVoteNetwork(voter: string, post: number): Promise<void> {
  const address = await clientAddress()
  if (!secretClient || !address) return
  const { error } = await secretClient.rpc('note_vote_network', { voter, of_post: post, address })
  if (error) log('error', 'The network of a vote could not be noted', { reason: error.message })
}

export async function countApiNetwork(address: string, requests: number) {
  if (!secretClient) return null
  const { data, error } = await secretClient.rpc('count_api_network', { address, requests })
  if (error) log('error', 'A request to the API could not be counted', { reason: error.message })
  return data
}

/** Only works for someone who has the token of the confirmation link (choose_first_password). */
export async function chooseFirstPassword(chosen: Parameters<typeof choose>[0]) {
  return secretClient ? choose(chosen) : { data: false, error: null }
}

const choose = (chosen: Database['public']['Functions']['choose_first_password']['Args']) =>
  secretClient!.rpc('choose_first_password', chosen)

export const offersMailFollow = secretClient !== null
