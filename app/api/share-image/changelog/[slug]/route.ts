import { decodeSlug } from '@/lib/post/address'
import { answerShareImage } from '@/lib/publish/share-image'
import { entryShareFacts } from '@/lib/publish/share-facts'
import { getEntry } from '@/lib/queries/changelog'
import { getSite } from '@/lib/queries/site'
import { unavailableOnError } from '@/lib/publish/answer'

type Context = { params: Promise<{ slug: string }> }

export const GET = unavailableOnError(async (request: Request, { params }: Context) => {
  const slug = decodeSlug((await params).slug)
  const entry = slug ? await getEntry(slug) : null
  return answerShareImage(request, entry && entryShareFacts(entry, await getSite()))
})
