import 'server-only'
import { secretClient } from '../supabase/secret'
import { env } from '../env'
import { log } from '../log'
import { defaultSiteName } from '../post/default-site-name'
import { clientAddress } from '../supabase/client-address'
import type { Database } from '../supabase/database.types'

/** No mail goes to the address any more. Without a secret key nobody may say so: it throws. */
export async function suppressAddress(address: string, reason: string): Promise<void> {
  if (!secretClient) throw new Error('SUPABASE_SECRET_KEY is not set.')
  await secretClient.rpc('silence_address', { address, reason }).throwOnError()
}

/** Nobody but an admin is called as this site is; of a name from the dashboard the database sees to it. Without a secret key only the operator's command can see to it. */
export async function reserveSiteName(): Promise<void> {
  const name = env.SITE_NAME ?? defaultSiteName
  const names = [name, `${name} team`]
  const error = (await secretClient?.rpc('reserve_names', { names }))?.error
  if (error) log('warn', 'The name of the site could not be reserved', { reason: error.message })
}

/**
 * Keeps from which network a vote came, as a salted hash, for 30 days: the team sees when many come from one. Only the
 * server may say so, hence nothing is kept without a secret key, nor where the address is not known.
 */
export async function noteVoteNetwork(voter: string, post: number): Promise<void> {
  const address = await clientAddress()
  if (!secretClient || !address) return
  const { error } = await secretClient.rpc('note_vote_network', { voter, of_post: post, address })
  if (error) log('error', 'The network of a vote could not be noted', { reason: error.message })
}

/** Counts a request to the API without a key, by where it comes from; null without a secret key or an address. */
export async function countApiNetwork() {
  const address = await clientAddress()
  if (!secretClient || !address) return null
  const { data, error } = await secretClient.rpc('count_api_network', { address })
  if (error) log('error', 'A request to the API could not be counted', { reason: error.message })
  return data
}

/** Chooses the name and password of an account for whoever holds the token of its confirmation link (choose_first_password). */
export async function chooseFirstPassword(chosen: Parameters<typeof choose>[0]) {
  return secretClient ? choose(chosen) : { data: false, error: null }
}

const choose = (chosen: Database['public']['Functions']['choose_first_password']['Args']) =>
  secretClient!.rpc('choose_first_password', chosen)

/** Whether visitors may follow by e-mail alone: their addresses are for the server's eyes, which needs its key. */
export const offersMailFollow = secretClient !== null
