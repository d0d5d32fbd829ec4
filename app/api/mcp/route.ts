export { answerMcp as GET, answerMcp as POST, answerMcp as DELETE } from '@/lib/api/mcp/server'
