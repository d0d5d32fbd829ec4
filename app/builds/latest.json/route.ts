import { connection } from 'next/server'
import { answerBuild } from '@/lib/publish/build'

export async function GET(): Promise<Response> {
  await connection()
  return answerBuild()
}
