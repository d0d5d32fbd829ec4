export { answerUnavailableSession as GET } from '@/lib/publish/session-unavailable'
