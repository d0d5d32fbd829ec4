export { answerPersonalFeed as GET } from '@/lib/publish/feeds'
