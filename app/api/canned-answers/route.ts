import { answerPrivate, answerQuery, unavailableOnError } from '@/lib/publish/answer-query'
import { getAnswerWords, getCommonWords, listCannedAnswers } from '@/lib/queries/canned-answers'
import { cannedAnswersQuery } from '@/lib/schemas/query'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** The canned answers, and the words of a post for them, or of several; none when it is gone. Only the team finds something here. */
export const GET = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return answerPrivate({ message: 'Nothing is here.' }, 404)
  return answerQuery(
    request,
    cannedAnswersQuery,
    async ({ post }) => {
      const asked = post === undefined ? getCommonWords() : getAnswerWords(post)
      const [answers, words] = await Promise.all([listCannedAnswers(), asked])
      return { answers: words ? answers : [], words }
    },
    'private',
  )
})
