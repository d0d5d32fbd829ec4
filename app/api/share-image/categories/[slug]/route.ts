import { answerShareImage } from '@/lib/publish/share-image'
import { getCategory } from '@/lib/queries/categories'
import { categoryShareFacts } from '@/lib/publish/share-facts'

export async function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  const category = await getCategory((await params).slug)
  return answerShareImage(request, category && categoryShareFacts(category))
}
