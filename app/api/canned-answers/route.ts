import { answerTeam } from '@/lib/publish/answer'
import { getAnswerWords, getCommonWords, listCannedAnswers } from '@/lib/queries/canned-answers'
import { cannedAnswersQuery } from '@/lib/schemas/query'

/** The canned answers, and the words of a post for them, or of several; none when it is gone. */
export const GET = answerTeam(cannedAnswersQuery, async ({ post }) => {
  const asked = post === undefined ? getCommonWords() : getAnswerWords(post)
  const [answers, words] = await Promise.all([listCannedAnswers(), asked])
  return { answers: words ? answers : [], words }
})
