import { postShareFacts } from '@/lib/publish/share-facts'
import { answerShareImage } from '@/lib/publish/share-image'
import { getSharedPost } from '@/lib/queries/merges'
import { getSite } from '@/lib/queries/site'
import { unavailableOnError } from '@/lib/publish/answer'

type Context = { params: Promise<{ id: string }> }

export const GET = unavailableOnError(async (request: Request, { params }: Context) => {
  const { id } = await params
  const post = /^[1-9]\d{0,14}$/.test(id) ? await getSharedPost(Number(id)) : null
  return answerShareImage(request, post && postShareFacts(post, await getSite()))
})
