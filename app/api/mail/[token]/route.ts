export { answerMailForm as POST, showMailSettings as GET } from '@/lib/publish/answer-mail'
