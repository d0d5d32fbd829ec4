import { redirect } from 'next/navigation'
import { answerSignOut } from '@/lib/session/sign-out'

/** Not a page: signing out is sent as a form, so that no link or picture can do it. */
export function GET(): never {
  redirect('/')
}

export function POST(): Promise<Response> {
  return answerSignOut()
}
