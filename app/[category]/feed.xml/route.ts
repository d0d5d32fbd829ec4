import { answerFeed } from '@/lib/publish/answer-feed'
import { isPostState } from '@/lib/post/states'
import { getCategory } from '@/lib/queries/categories'
import { postsFeed } from '@/lib/publish/feeds'
import { orUnavailable } from '@/lib/publish/or-unavailable'

type Context = { params: Promise<{ category: string }> }

/** What is new in a category; ?state= limits it to what came into one state. */
export const GET = orUnavailable(async (request: Request, { params }: Context) => {
  const category = await getCategory((await params).category)
  const state = new URL(request.url).searchParams.get('state') ?? undefined
  if (!category || (state !== undefined && !isPostState(state))) return answerFeed(request, null)
  return answerFeed(request, await postsFeed(category.slug, state))
})
