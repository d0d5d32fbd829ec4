import { permanentRedirect } from 'next/navigation'
import { answerFeed } from '@/lib/publish/atom-feed'
import { postAddress, readPostAddress } from '@/lib/post/address'
import { postFeed } from '@/lib/publish/feeds'
import { findPostElsewhere, getMovedPost } from '@/lib/queries/posts'
import { unavailableOnError } from '@/lib/publish/answer'

type Context = { params: Promise<{ category: string; slug: string }> }

export const GET = unavailableOnError(async (request: Request, { params }: Context) => {
  const address = readPostAddress(await params)
  if (!address) return answerFeed(request, null)
  const { category, slug } = address
  const feed = await postFeed(category, slug)
  if (feed) return answerFeed(request, feed)
  const moved = (await getMovedPost(category, slug)) ?? (await findPostElsewhere(slug))
  if (moved) permanentRedirect(`${postAddress(moved)}/feed.xml`)
  return answerFeed(request, null)
})
