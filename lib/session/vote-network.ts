import 'server-only'
import { log } from '../log'
import { clientAddress } from '../supabase/client-address'
import { secretClient } from '../supabase/secret'

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
