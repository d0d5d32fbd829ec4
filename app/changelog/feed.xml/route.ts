import { answerFeed } from '@/lib/publish/atom-feed'
import { changelogFeed } from '@/lib/publish/feeds'
import { unavailableOnError } from '@/lib/publish/answer'

/** New changelog entries. ?label= limits it to entries with a label. */
export const GET = unavailableOnError(async (request: Request) => {
  const label = new URL(request.url).searchParams.get('label') ?? undefined
  return answerFeed(request, await changelogFeed(label))
})
