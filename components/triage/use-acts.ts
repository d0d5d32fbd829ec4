'use client'

import { useRef } from 'react'
import { setLooked } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { DashboardRow } from '@/lib/queries/dashboard'
import type { ActionResult } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/undo'
import { toast } from '../ui/toast-store'
import type { Inbox } from './use-inbox'

/** What became of an act: of which posts it did not hold, and why. */
export type Answer = { failed: number[]; problem: string }

export type Act = {
  posts: DashboardRow[]
  /** What stands in the list beside posts that are done with. */
  word: string
  said: string
  /** What is shown of the posts from now on. */
  change?: Partial<DashboardRow>
  run: () => Promise<Answer>
  /** Takes it back where it held; that they are back in the inbox is seen to. */
  undo: (held: DashboardRow[]) => Promise<string>
}

type Done = { act: Act; answer: Promise<Answer>; until: number }

/** Acts are shown at once, sent after that, and can be taken back for a while, the last one first. */
export function useActs(inbox: Inbox, onUndone: () => void) {
  const done = useRef<Done[]>([])

  function remember(act: Act, answer: Promise<Answer>) {
    const one = { act, answer, until: Date.now() + undoTime }
    done.current.push(one)
    return one
  }

  function perform(act: Act) {
    if (act.posts.length === 0) return
    const ids = act.posts.map(({ id }) => id)
    if (act.change) inbox.change(ids, act.change)
    inbox.decide(act.posts, act.word)
    const answer = act.run()
    const one = remember(act, answer)
    toast({
      title: act.said,
      duration: undoTime,
      action: { label: 'Undo', run: () => void takeBack(one) },
    })
    void answer.then(({ failed, problem }) => {
      if (!problem) return
      inbox.putBack(act.posts.filter(({ id }) => failed.includes(id)))
      inbox.reopen(failed)
      if (failed.length === ids.length) forget(one)
      toast({ variant: 'destructive', title: 'This was not done.', description: problem })
    })
  }

  /** Something that is done already, by a dialog that says so itself. */
  function note(act: Omit<Act, 'run' | 'said'>) {
    inbox.decide(act.posts, act.word)
    remember({ ...act, said: '', run: nothing }, nothing())
  }

  function forget(one: Done): boolean {
    const isThere = done.current.includes(one)
    done.current = done.current.filter((other) => other !== one)
    return isThere
  }

  async function takeBack(one: Done) {
    if (!forget(one)) return
    const { act, answer } = one
    const ids = act.posts.map(({ id }) => id)
    inbox.putBack(act.posts)
    inbox.reopen(ids)
    inbox.show(ids[0]!)
    const { failed } = await answer
    const held = act.posts.filter(({ id }) => !failed.includes(id))
    if (held.length === 0) return
    const problem = (await act.undo(held)) || (await putIntoInbox(held))
    if (problem) toast({ variant: 'destructive', title: 'It could not be taken back.', description: problem })
    else toast({ title: 'It is taken back.' })
    onUndone()
  }

  function undo() {
    const last = done.current.findLast(({ until }) => until > Date.now())
    if (last) void takeBack(last)
    else toast({ title: 'There is nothing to take back.' })
  }

  /** A dialog has taken back what it did to a post. */
  function isUndone(ids: number[]) {
    const one = done.current.findLast(({ act }) => act.posts.some(({ id }) => ids.includes(id)))
    if (!one || !forget(one)) return
    inbox.reopen(one.act.posts.map(({ id }) => id))
    inbox.show(one.act.posts[0]!.id)
    void putIntoInbox(one.act.posts)
  }

  return { perform, note, undo, isUndone }
}

export type Acts = ReturnType<typeof useActs>

const nothing = (): Promise<Answer> => Promise.resolve({ failed: [], problem: '' })

async function putIntoInbox(posts: DashboardRow[]): Promise<string> {
  const result = await callAction(() => setLooked({ ids: posts.map(({ id }) => id), wanted: false }))
  return result.ok ? '' : result.message
}

/** Of an action that holds for all of its posts, or for none. */
export const allOrNone = (posts: DashboardRow[], result: ActionResult<unknown>): Answer =>
  result.ok ? { failed: [], problem: '' } : { failed: posts.map(({ id }) => id), problem: result.message }
