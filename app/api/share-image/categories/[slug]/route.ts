import { answerShareImage } from '@/components/seo/share-image'
import { getCategory } from '@/lib/queries/categories'
import { categoryShareFacts } from '@/lib/share-facts'

export async function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  const category = await getCategory((await params).slug)
  return answerShareImage(request, category && categoryShareFacts(category))
}
