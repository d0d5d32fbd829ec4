import { answerQuery } from '@/lib/publish/answer'
import { listNotifications } from '@/lib/queries/notifications'
import { ownPageQuery } from '@/lib/schemas/query'

/** A page of what the signed-in person is told. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(request, ownPageQuery, ({ before }) => listNotifications(before ?? null), 'private')
}
