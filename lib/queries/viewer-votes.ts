import 'server-only'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { requestSession } from '../session/request-session'
import { isRefusedToken } from '../supabase/refused-token'
import { viewerClient } from '../supabase/server'

/** Which of these posts the person who asks has voted for; none for a visitor. */
export async function listOwnVotes(postIds: number[]): Promise<number[]> {
  const client = await viewerClient()
  const { data: session, error } = await requestSession(client)
  if (isAuthRetryableFetchError(error)) throw error
  if (!session.session || postIds.length === 0) return []
  const { data, error: unread } = await client.rpc('own_votes', { post_ids: postIds })
  if (unread && !isRefusedToken(unread)) throw unread
  return data ?? []
}
