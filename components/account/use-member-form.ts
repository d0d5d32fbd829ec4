'use client'

import type { FieldValues } from 'react-hook-form'
import type { Intent } from '@/lib/session/browser/intent'
import { readSession } from '@/lib/session/browser/store'
import { useActionForm } from '../ui/use-action-form'
import { askToSignInAnew, openAuthDialog } from './auth-dialog-store'

/** A form that anybody may fill in. A visitor signs in at the end, and then it is sent. */
export function useMemberForm<Input extends FieldValues, Data>(
  options: Parameters<typeof useActionForm<Input, Data>>[0] & {
    /** What is sent, for a visitor who comes back to it in another tab. */
    intent: (input: Input) => Intent
  },
) {
  const { intent, ...rest } = options
  const sendAgain = () => void made.submit()
  const made = useActionForm<Input, Data>({
    ...rest,
    maySend: (input) => {
      const isMember = readSession().status === 'signed-in'
      if (!isMember) openAuthDialog('sign-in', sendAgain, intent(input))
      return isMember
    },
    onRefused: (result, input) => {
      options.onRefused?.(result, input)
      if (result.reason === 'signed-out') askToSignInAnew(sendAgain, intent(input))
    },
  })
  return made
}
