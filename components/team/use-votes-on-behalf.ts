'use client'

import { useState } from 'react'
import { giveVote, takeVote } from '@/lib/actions/votes'
import { callAction } from '@/lib/browser/call-action'
import type { Voter } from '@/lib/queries/signals'
import { offerUndo, toastProblem } from '../ui/toast-store'

export type Given = { person: string; name: string; votesTotal: number }

/**
 * What follows a vote that the team gave for somebody: it is taken back, and given again.
 * @param onChanged also told whose vote is gone, where one is
 */
export function useVotesOnBehalf(post: number, onChanged: (votesTotal: number, taken?: string) => void) {
  const [isTaking, setTaking] = useState(false)
  const fail = (message: string) => toastProblem(message)

  function tellGiven({ person, name, votesTotal }: Given) {
    onChanged(votesTotal)
    offerUndo(
      `A vote for ${name} is added.`,
      () =>
        void callAction(() => takeVote({ post, person })).then((result) =>
          result.ok ? onChanged(result.data.votesTotal) : fail(result.message),
        ),
    )
  }

  async function take({ id, name, email, given }: Voter) {
    setTaking(true)
    const result = await callAction(() => takeVote({ post, person: id }))
    setTaking(false)
    if (!result.ok) return fail(result.message)
    onChanged(result.data.votesTotal, id)
    const again = { post, voter: email ?? id, why: given!.why }
    offerUndo(
      `The vote for ${name} is taken back.`,
      () =>
        void callAction(() => giveVote(again)).then((answer) =>
          answer.ok ? onChanged(answer.data.votesTotal) : fail(answer.message),
        ),
    )
  }

  return { tellGiven, take, isTaking }
}
