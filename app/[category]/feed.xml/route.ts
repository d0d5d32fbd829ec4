import { permanentRedirect } from 'next/navigation'
import { answerFeed } from '@/lib/publish/atom-feed'
import { isPostState } from '@/lib/post/states'
import { findCategory } from '@/lib/queries/categories'
import { postsFeed } from '@/lib/publish/feeds'
import { unavailableOnError } from '@/lib/publish/answer'

type Context = { params: Promise<{ category: string }> }

export const GET = unavailableOnError(async (request: Request, { params }: Context) => {
  const { category: slug } = await params
  const category = await findCategory(slug)
  const { search, searchParams } = new URL(request.url)
  const state = searchParams.get('state') ?? undefined
  if (!category || (state !== undefined && !isPostState(state))) return answerFeed(request, null)
  if (category.slug !== slug) permanentRedirect(`/${category.slug}/feed.xml${search}`)
  return answerFeed(request, await postsFeed(category.slug, state))
})
