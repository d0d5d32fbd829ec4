'use client'

import type { FieldValues } from 'react-hook-form'
import { reloadViewer } from '@/lib/session/browser/events'
import { readSession } from '@/lib/session/browser/store'
import { useActionForm } from '../ui/use-action-form'
import { openAuthDialog } from './auth-dialog-store'

/** A form that anybody may fill in. A visitor signs in at the end, and then it is sent. */
export function useMemberForm<Input extends FieldValues, Data>(
  options: Parameters<typeof useActionForm<Input, Data>>[0],
) {
  const askToSignIn = () => openAuthDialog('sign-in', () => void made.submit())
  const made = useActionForm<Input, Data>({
    ...options,
    maySend: () => {
      const isMember = readSession().status === 'signed-in'
      if (!isMember) askToSignIn()
      return isMember
    },
    onRefused: (result, input) => {
      options.onRefused?.(result, input)
      // The session has ended without this tab knowing, which would carry on at once instead of waiting.
      if (result.reason === 'signed-out') void reloadViewer().then(askToSignIn)
    },
  })
  return made
}
