import { answerFeed } from '@/lib/publish/atom-feed'
import { isPostState } from '@/lib/post/states'
import { postsFeed } from '@/lib/publish/feeds'
import { unavailableOnError } from '@/lib/publish/answer'

/** New activity on the roadmap. ?state= limits it to posts that reached a state. */
export const GET = unavailableOnError(async (request: Request) => {
  const state = new URL(request.url).searchParams.get('state') ?? undefined
  if (state !== undefined && !isPostState(state)) return answerFeed(request, null)
  return answerFeed(request, await postsFeed(null, state))
})
