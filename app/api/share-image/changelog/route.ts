import { answerShareImage } from '@/lib/publish/share-image'
import { changelogShareFacts } from '@/lib/publish/share-facts'
import { getSite } from '@/lib/queries/site'
import { unavailableOnError } from '@/lib/publish/answer'

export const GET = unavailableOnError(async (request: Request) =>
  answerShareImage(request, changelogShareFacts(await getSite())),
)
