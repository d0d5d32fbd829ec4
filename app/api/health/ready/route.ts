import { connection } from 'next/server'
import { answerReadiness } from '@/lib/publish/health'

export async function GET(): Promise<Response> {
  await connection()
  return answerReadiness()
}
