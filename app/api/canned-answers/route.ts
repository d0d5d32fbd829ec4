import { answerTeam } from '@/lib/publish/answer'
import { getAnswerWords, getCommonWords, listCannedAnswers } from '@/lib/queries/canned-answers'
import { cannedAnswersQuery } from '@/lib/schemas/query'

export const GET = answerTeam(cannedAnswersQuery, async ({ post }) => {
  const asked = post === undefined ? getCommonWords() : getAnswerWords(post)
  const [answers, words] = await Promise.all([listCannedAnswers(), asked])
  return { answers: words ? answers : [], words }
})
