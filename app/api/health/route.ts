import { connection } from 'next/server'
import { answerLiveness } from '@/lib/health'

export async function GET(): Promise<Response> {
  await connection()
  return answerLiveness()
}
