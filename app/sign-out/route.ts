import { answerSignOut } from '@/lib/sign-out'

export function POST(): Promise<Response> {
  return answerSignOut()
}
