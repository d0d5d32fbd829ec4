import { connection } from 'next/server'
import { answerLiveness } from '@/lib/publish/health'

export async function GET(): Promise<Response> {
  await connection()
  return answerLiveness()
}
