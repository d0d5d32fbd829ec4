import { answerPrivate, answerQuery, unavailableOnError } from '@/lib/publish/answer-query'
import { listTeam } from '@/lib/queries/people'
import { listTags, readTriage } from '@/lib/queries/triage'
import { triageQuery } from '@/lib/schemas/query'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** What the team needs to decide about posts, and its tags and people. For everybody else there is nothing here. */
export const GET = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return answerPrivate({ message: 'Nothing is here.' }, 404)
  return answerQuery(
    request,
    triageQuery,
    async ({ posts }) => {
      const [found, tags, team] = await Promise.all([readTriage(posts), listTags(), listTeam()])
      return { posts: found, tags, team }
    },
    'private',
  )
})
