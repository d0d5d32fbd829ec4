import { postShareFacts } from '@/lib/publish/share-facts'
import { answerShareImage } from '@/lib/publish/share-image'
import { getSharedPost } from '@/lib/queries/shared-posts'

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const post = /^[1-9]\d{0,14}$/.test(id) ? await getSharedPost(Number(id)) : null
  return answerShareImage(request, post && postShareFacts(post))
}
