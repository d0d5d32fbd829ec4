import { answerQuery } from '@/lib/publish/answer-query'
import { listOwnVotes } from '@/lib/queries/viewer-votes'
import { ownVotesQuery } from '@/lib/schemas/query'

/** The posts of a page that the signed-in person has voted for. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(
    request,
    ownVotesQuery,
    async ({ posts }) => ({ voted: await listOwnVotes(posts) }),
    'private',
  )
}
