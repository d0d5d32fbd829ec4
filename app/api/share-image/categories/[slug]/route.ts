import { answerShareImage } from '@/lib/publish/share-image'
import { findCategory } from '@/lib/queries/categories'
import { getSite } from '@/lib/queries/site'
import { categoryShareFacts } from '@/lib/publish/share-facts'
import { unavailableOnError } from '@/lib/publish/answer'

type Context = { params: Promise<{ slug: string }> }

export const GET = unavailableOnError(async (request: Request, { params }: Context) => {
  const category = await findCategory((await params).slug)
  return answerShareImage(request, category && categoryShareFacts(category, await getSite()))
})
