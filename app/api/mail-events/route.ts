export { answerMailEvents as POST } from '@/lib/publish/answer-mail-events'
