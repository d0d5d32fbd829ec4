import { answerExport } from '@/lib/publish/answer-export'

export function GET(): Promise<Response> {
  return answerExport()
}
