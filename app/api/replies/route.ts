import { queryRoute } from '@/lib/publish/answer'
import { listReplies } from '@/lib/queries/comments'
import { repliesQuery } from '@/lib/schemas/query'

/** The next page of the replies to a comment. */
export const GET = queryRoute(repliesQuery, ({ comment, after }) => listReplies(comment, after))
