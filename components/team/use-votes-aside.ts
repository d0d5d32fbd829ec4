'use client'

import { useState } from 'react'
import { setVotesAside } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { voteSignals } from '@/lib/schemas/moderation'
import { undoTime } from '@/lib/schemas/action-result'
import { countOf } from '@/lib/text/count-text'
import { toast, toastProblem } from '../ui/toast-store'

/** Which votes, and whether they are set aside: those of a signal, of people, or, to count them again, all. */
type Change = { wanted: boolean; signal?: (typeof voteSignals)[number]; people?: string[] }

/** Sets votes on a post aside or counts them again, says so, and offers to take it back. */
export function useVotesAside(post: number, onChanged: (votesTotal: number, people: string[]) => void) {
  const [isSending, setSending] = useState(false)

  async function send(change: Change) {
    setSending(true)
    const result = await callAction(() => setVotesAside({ post, ...change }))
    setSending(false)
    if (result.ok) onChanged(result.data.votesTotal, result.data.people)
    else toastProblem('The votes were not changed.', result.message)
    return result.ok ? result.data.people : null
  }

  async function set(change: Change) {
    const people = await send(change)
    if (!people) return
    const many = countOf(people.length, 'vote')
    const verb = people.length === 1 ? 'is' : 'are'
    toast({
      title: change.wanted ? `${many} ${verb} set aside.` : `${many} ${verb} counted again.`,
      duration: undoTime,
      action:
        people.length > 0
          ? { label: 'Undo', run: () => void send({ wanted: !change.wanted, people }) }
          : undefined,
    })
  }

  return { set, isSending }
}
