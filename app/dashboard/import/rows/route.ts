export { answerFailedRows as GET } from '@/lib/publish/downloads'
