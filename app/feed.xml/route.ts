import { answerFeed } from '@/lib/publish/answer-feed'
import { isPostState } from '@/lib/post/states'
import { getPostsFeed } from '@/lib/queries/feeds'

/** What is new on the roadmap; ?state= limits it to what came into one state. */
export async function GET(request: Request) {
  const state = new URL(request.url).searchParams.get('state') ?? undefined
  if (state !== undefined && !isPostState(state)) return answerFeed(request, null)
  return answerFeed(request, await getPostsFeed(null, state))
}
