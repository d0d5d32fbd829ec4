export { answerReferenceFile as GET } from '@/lib/publish/api-reference'
