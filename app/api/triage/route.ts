import { answerTeam } from '@/lib/publish/answer'
import { listTeam } from '@/lib/queries/people'
import { listTags, readTriage } from '@/lib/queries/triage'
import { triageQuery } from '@/lib/schemas/query'

export const GET = answerTeam(triageQuery, async ({ posts }) => {
  const [found, tags, team] = await Promise.all([readTriage(posts), listTags(), listTeam()])
  return { posts: found, tags, team }
})
