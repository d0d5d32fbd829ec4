import { answerExport } from '@/lib/answer-export'

export function GET(): Promise<Response> {
  return answerExport()
}
