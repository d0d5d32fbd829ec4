import { queryRoute } from '@/lib/publish/answer'
import { listFollows } from '@/lib/queries/follows'
import { ownPageQuery } from '@/lib/schemas/query'

/** The next page of the posts that the signed-in person follows. */
export const GET = queryRoute(ownPageQuery, ({ before }) => listFollows(before ?? null), 'private')
