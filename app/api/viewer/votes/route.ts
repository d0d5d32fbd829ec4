import { queryRoute } from '@/lib/publish/answer'
import { listOwnVotes } from '@/lib/queries/viewer-votes'
import { ownVotesQuery } from '@/lib/schemas/query'

/** Which posts of a page the signed-in person has voted for, and how many votes they have. */
export const GET = queryRoute(
  ownVotesQuery,
  async ({ posts }) => ({ votes: await listOwnVotes(posts) }),
  'private',
)
