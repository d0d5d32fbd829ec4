export { answerExport as GET } from '@/lib/publish/downloads'
