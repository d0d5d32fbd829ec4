import { z } from 'zod'
import { answerQuery } from '@/lib/publish/answer-query'
import { listOwnVotes } from '@/lib/queries/viewer-votes'

const schema = z.object({
  posts: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
    .transform((list) => list.split(',').map(Number)),
})

/** The posts of a page that the signed-in person has voted for. */
export function GET(request: Request): Promise<Response> {
  return answerQuery(request, schema, async ({ posts }) => ({ voted: await listOwnVotes(posts) }), 'private')
}
