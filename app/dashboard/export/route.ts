export { answerPostsCsv as GET } from '@/lib/publish/downloads'
