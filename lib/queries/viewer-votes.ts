import 'server-only'
import { readOwn } from './read-own'

export type OwnVote = { id: number; isVoted: boolean; total: number }

export async function listOwnVotes(postIds: number[]): Promise<OwnVote[]> {
  if (postIds.length === 0) return []
  const rows = await readOwn((client) => client.rpc('votes_on', { post_ids: postIds }))
  return rows.map(({ post_id, voted, votes_total }) => ({ id: post_id, isVoted: voted, total: votes_total }))
}
