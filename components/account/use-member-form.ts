'use client'

import type { FieldValues } from 'react-hook-form'
import { readSession } from '@/lib/session/browser/store'
import { useActionForm } from '../ui/use-action-form'
import { askToSignInAnew, openAuthDialog } from './auth-dialog-store'

/** A form that anybody may fill in. A visitor signs in at the end, and then it is sent. */
export function useMemberForm<Input extends FieldValues, Data>(
  options: Parameters<typeof useActionForm<Input, Data>>[0],
) {
  const sendAgain = () => void made.submit()
  const made = useActionForm<Input, Data>({
    ...options,
    maySend: () => {
      const isMember = readSession().status === 'signed-in'
      if (!isMember) openAuthDialog('sign-in', sendAgain)
      return isMember
    },
    onRefused: (result, input) => {
      options.onRefused?.(result, input)
      if (result.reason === 'signed-out') askToSignInAnew(sendAgain)
    },
  })
  return made
}
