'use client'

import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Outcomes } from '@/lib/actions/dashboard'
import { useActionForm } from '../ui/use-action-form'
import type { Act } from './acts'
import { actOn, answerOf, type Change, type SeenPost } from './post-acts'

/** Told of a change that is sent, as an act that can be taken back. */
export type OnSaved = (act: Act<SeenPost>) => void

/** A form that sends a change of one post. */
export function useChangeForm<Input extends FieldValues>(
  options: Omit<Parameters<typeof useActionForm<Input, Outcomes>>[0], 'action' | 'onDone'> & {
    post: SeenPost
    change: (input: Input) => Change
    said: (input: Input) => string
    onSaved: OnSaved
  },
) {
  const { post, change, said, onSaved, ...rest } = options
  const sent = useRef<Change>(null)
  return useActionForm<Input, Outcomes>({
    ...rest,
    action: (input) => {
      sent.current = change(input)
      return sent.current.send([post])
    },
    onDone: (outcomes, input) =>
      onSaved({
        ...actOn([post], sent.current!, () => said(input)),
        run: () => Promise.resolve(answerOf([post], outcomes)),
      }),
  })
}
