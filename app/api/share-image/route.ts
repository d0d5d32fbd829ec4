import { answerShareImage } from '@/components/seo/share-image'
import { roadmapShareFacts } from '@/lib/share-facts'

export function GET(request: Request) {
  return answerShareImage(request, roadmapShareFacts())
}
