export { answerInsightsCsv as GET } from '@/lib/publish/downloads'
