import { answerShareImage } from '@/lib/publish/share-image'
import { roadmapShareFacts } from '@/lib/publish/share-facts'
import { getSite } from '@/lib/queries/site'

export async function GET(request: Request) {
  return answerShareImage(request, roadmapShareFacts(await getSite()))
}
