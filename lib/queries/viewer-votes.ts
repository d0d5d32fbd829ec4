import 'server-only'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { requestSession } from '../session/request-session'
import { isRefusedToken } from '../supabase/refused-token'
import { viewerClient } from '../supabase/server'

export type OwnVote = { id: number; isVoted: boolean; total: number }

/** How these posts stand with the person who asks, those that still exist; none for a visitor. */
export async function listOwnVotes(postIds: number[]): Promise<OwnVote[]> {
  const client = await viewerClient()
  const { data: session, error } = await requestSession(client)
  if (isAuthRetryableFetchError(error)) throw error
  if (!session.session || postIds.length === 0) return []
  const { data, error: unread } = await client.rpc('votes_on', { post_ids: postIds })
  if (unread && !isRefusedToken(unread)) throw unread
  return (data ?? []).map(({ post_id, voted, votes_total }) => ({
    id: post_id,
    isVoted: voted,
    total: votes_total,
  }))
}
