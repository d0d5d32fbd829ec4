export { answerChanges as POST } from '@/lib/publish/answer-jobs'
