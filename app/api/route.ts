export { answerReference as GET } from '@/lib/publish/api-reference'
