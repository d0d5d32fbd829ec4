import { answerQuery } from '@/lib/publish/answer'
import { getOwnFollow } from '@/lib/queries/follows'
import { ownFollowQuery } from '@/lib/schemas/query'

/** How the signed-in person follows a post. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(
    request,
    ownFollowQuery,
    async ({ post }) => ({ follow: await getOwnFollow(post) }),
    'private',
  )
}
