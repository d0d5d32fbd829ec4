import { answerFeed } from '@/lib/publish/answer-feed'
import { isPostState } from '@/lib/post/states'
import { getCategory } from '@/lib/queries/categories'
import { postsFeed } from '@/lib/publish/feeds'

/** What is new in a category; ?state= limits it to what came into one state. */
export async function GET(request: Request, { params }: { params: Promise<{ category: string }> }) {
  const category = await getCategory((await params).category)
  const state = new URL(request.url).searchParams.get('state') ?? undefined
  if (!category || (state !== undefined && !isPostState(state))) return answerFeed(request, null)
  return answerFeed(request, await postsFeed(category.slug, state))
}
