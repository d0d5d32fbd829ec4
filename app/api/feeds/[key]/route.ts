export { answerPersonalFeed as GET } from '@/lib/publish/personal-feed'
