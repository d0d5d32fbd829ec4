import { answerTeam } from '@/lib/publish/answer'
import { getAnswerWords, getCommonWords, listCannedAnswers } from '@/lib/queries/canned-answers'
import { cannedAnswersQuery } from '@/lib/schemas/query'

/** The saved replies, and the values that fill them for a post or for several; none if the post is deleted. */
export const GET = answerTeam(cannedAnswersQuery, async ({ post }) => {
  const asked = post === undefined ? getCommonWords() : getAnswerWords(post)
  const [answers, words] = await Promise.all([listCannedAnswers(), asked])
  return { answers: words ? answers : [], words }
})
