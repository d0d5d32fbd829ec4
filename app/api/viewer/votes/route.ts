import { queryRoute } from '@/lib/publish/answer'
import { listOwnVotes } from '@/lib/queries/viewer-votes'
import { ownVotesQuery } from '@/lib/schemas/query'

export const GET = queryRoute(
  ownVotesQuery,
  async ({ posts }) => ({ votes: await listOwnVotes(posts) }),
  'private',
)
