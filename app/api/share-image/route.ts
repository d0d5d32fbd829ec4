import { answerShareImage } from '@/lib/publish/share-image'
import { roadmapShareFacts } from '@/lib/publish/share-facts'

export function GET(request: Request) {
  return answerShareImage(request, roadmapShareFacts())
}
