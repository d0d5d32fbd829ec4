'use client'

import type { FieldValues } from 'react-hook-form'
import type { Intent } from '@/lib/session/browser/intent'
import { readSession } from '@/lib/session/browser/store'
import { useActionForm } from '../ui/use-action-form'
import type { Outcome } from './intent-outcome'
import { askToSignInAnew, openAuthDialog } from './open-auth-dialog'
import { showIntentOutcome } from './show-intent-outcome'

/** A form that anyone can fill in. Visitors sign in at the end, and then it is sent. */
export function useMemberForm<Input extends FieldValues, Data>(
  options: Parameters<typeof useActionForm<Input, Data>>[0] & {
    intent: (input: Input) => Intent
    onSentElsewhere: (outcome: Outcome) => void
  },
) {
  const { intent, onSentElsewhere, ...rest } = options
  const sendAgain = () => void made.submit()
  function hear(outcome: Outcome) {
    if (!outcome.link) return
    showIntentOutcome(outcome)
    onSentElsewhere(outcome)
  }
  const made = useActionForm<Input, Data>({
    ...rest,
    maySend: (input) => {
      const isMember = readSession().status === 'signed-in'
      if (!isMember) void openAuthDialog('sign-in', sendAgain, intent(input), hear)
      return isMember
    },
    onRefused: (result, input) => {
      options.onRefused?.(result, input)
      if (result.reason === 'signed-out') void askToSignInAnew(sendAgain, intent(input), hear)
    },
  })
  return made
}
