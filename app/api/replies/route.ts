import { queryRoute } from '@/lib/publish/answer'
import { listReplies } from '@/lib/queries/comments'
import { repliesQuery } from '@/lib/schemas/query'

export const GET = queryRoute(repliesQuery, ({ comment, after }) => listReplies(comment, after))
