import { answerShareImage } from '@/lib/publish/share-image'
import { getPostShareFacts } from '@/lib/queries/share-images'

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return answerShareImage(request, /^[1-9]\d{0,14}$/.test(id) ? await getPostShareFacts(Number(id)) : null)
}
