import { queryRoute } from '@/lib/publish/answer'
import { listFollows } from '@/lib/queries/follows'
import { ownPageQuery } from '@/lib/schemas/query'

export const GET = queryRoute(ownPageQuery, ({ before }) => listFollows(before ?? null), 'private')
