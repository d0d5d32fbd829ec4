'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import { setVotesAside } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { voteSignals } from '@/lib/schemas/moderation'
import { undoTime } from '@/lib/schemas/action-result'
import { offerUndo, toast, toastProblem } from '../ui/toast-store'
import { giveVote, takeVote } from '@/lib/actions/votes'
import type { Voter } from '@/lib/queries/signals'

/** Which votes, and whether to exclude them: those of a signal, of people, or, to count them again, all. */
type Change = { wanted: boolean; signal?: (typeof voteSignals)[number]; people?: string[] }

/** Excludes votes on a post or counts them again, reports it, and offers to undo it. */
export function useVotesAside(post: number, onChanged: (votesTotal: number, people: string[]) => void) {
  const [isSending, setSending] = useState(false)

  async function send(change: Change) {
    setSending(true)
    const result = await callAction(() => setVotesAside({ post, ...change }))
    setSending(false)
    if (result.ok) onChanged(result.data.votesTotal, result.data.people)
    else toastProblem(t('team.useVotes.theVotesWerentChanged'), result.message)
    return result.ok ? result.data.people : null
  }

  async function set(change: Change) {
    const people = await send(change)
    if (!people) return
    toast({
      title: change.wanted
        ? t('team.useVotes.excluded', { count: people.length })
        : t('team.useVotes.countedAgain', { count: people.length }),
      duration: undoTime,
      action:
        people.length > 0
          ? { label: t('common.undo'), run: () => void send({ wanted: !change.wanted, people }) }
          : undefined,
    })
  }

  return { set, isSending }
}

export type Given = { person: string; name: string; votesTotal: number }

/** Removes votes that the team added, or offers to. `taken` is the person whose vote was removed. */
export function useVotesOnBehalf(post: number, onChanged: (votesTotal: number, taken?: string) => void) {
  const [isTaking, setTaking] = useState(false)
  const fail = (message: string) => toastProblem(message)

  function tellGiven({ person, name, votesTotal }: Given) {
    onChanged(votesTotal)
    offerUndo(
      t('team.useVotes.addedAVoteFor', { name }),
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
      t('team.useVotes.removedTheVoteFor', { name }),
      () =>
        void callAction(() => giveVote(again)).then((answer) =>
          answer.ok ? onChanged(answer.data.votesTotal) : fail(answer.message),
        ),
    )
  }

  return { tellGiven, take, isTaking }
}
