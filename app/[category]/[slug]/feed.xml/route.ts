import { permanentRedirect } from 'next/navigation'
import { answerFeed } from '@/lib/publish/answer-feed'
import { decodeSlug } from '@/lib/post/decode-slug'
import { postAddress } from '@/lib/post/address'
import { postFeed } from '@/lib/publish/feeds'
import { findPostElsewhere, getMovedPost } from '@/lib/queries/posts'
import { orUnavailable } from '@/lib/publish/or-unavailable'

type Context = { params: Promise<{ category: string; slug: string }> }

/** What happens to a post: changes of its state and comments. */
export const GET = orUnavailable(async (request: Request, { params }: Context) => {
  const { category, slug } = await params
  const decoded = decodeSlug(slug)
  if (decoded === null) return answerFeed(request, null)
  const feed = await postFeed(category, decoded)
  if (feed) return answerFeed(request, feed)
  const moved = (await getMovedPost(category, decoded)) ?? (await findPostElsewhere(decoded))
  if (moved) permanentRedirect(`${postAddress(moved)}/feed.xml`)
  return answerFeed(request, null)
})
