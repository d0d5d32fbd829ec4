import { answerQuery } from '@/lib/publish/answer-query'
import { listNotices } from '@/lib/queries/notices'
import { ownPageQuery } from '@/lib/schemas/query'

/** A page of what the signed-in person is told. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(request, ownPageQuery, ({ before }) => listNotices(before ?? null), 'private')
}
