import { queryRoute } from '@/lib/publish/answer'
import { listComments } from '@/lib/queries/comments'
import { commentsQuery } from '@/lib/schemas/query'

export const GET = queryRoute(commentsQuery, ({ post, after }) => listComments(post, after))
