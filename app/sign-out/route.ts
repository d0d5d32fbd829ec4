import { answerSignOut } from '@/lib/session/sign-out'

export function POST(): Promise<Response> {
  return answerSignOut()
}
