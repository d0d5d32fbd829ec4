export { answerBoardFile as GET } from '@/lib/publish/downloads'
