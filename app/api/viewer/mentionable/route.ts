import { queryRoute } from '@/lib/publish/answer'
import { listMentionable } from '@/lib/queries/mentionable'
import { mentionableQuery } from '@/lib/schemas/query'

export const GET = queryRoute(
  mentionableQuery,
  async ({ post, typed }) => ({ people: await listMentionable(post, typed) }),
  'private',
)
