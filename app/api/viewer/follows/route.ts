import { answerQuery } from '@/lib/publish/answer'
import { listFollows } from '@/lib/queries/follows'
import { ownPageQuery } from '@/lib/schemas/query'

/** The next page of the posts that the signed-in person follows. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(request, ownPageQuery, ({ before }) => listFollows(before ?? null), 'private')
}
