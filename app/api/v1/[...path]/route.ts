import { answerApi } from '@/lib/api/answer'

export {
  answerApi as GET,
  answerApi as HEAD,
  answerApi as POST,
  answerApi as PUT,
  answerApi as PATCH,
  answerApi as DELETE,
  answerApi as OPTIONS,
}
