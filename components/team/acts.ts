'use client'

import { t } from '@/lib/words/t'
import { useEffect, useState } from 'react'
import type { ActionResult } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/action-result'
import { offerUndo, toast, toastProblem } from '../ui/toast-store'
import { callAction } from '@/lib/browser/call-action'

export type Answer<Thing> = {
  held: Thing[]
  failed: Thing[]
  problem: string
  reason?: Extract<ActionResult, { ok: false }>['reason']
  /** How many someone else had changed or deleted before. */
  conflicts?: number
  missing?: number
}

export type Act<Thing> = {
  things: Thing[]
  said: (held: Thing[]) => string
  run: () => Promise<Answer<Thing>>
  undo: (held: Thing[]) => Promise<Answer<Thing>>
}

export type Place<Thing, One extends Act<Thing>> = {
  /** Announces that an action is done, and offers to undo it, before it is sent. */
  tellsFirst?: boolean
  /** Shows an action, or one that is being undone, before it is sent. */
  show?: (act: One) => unknown
  showUndo?: (act: One) => void
  onAnswer: (answer: Answer<Thing>, act: One) => void
  /** Called with the result of the undo for the things that the action changed. */
  onUndone: (answer: Answer<Thing>, held: Thing[], act: One) => void
}

type Done<Thing, One> = { act: One; answer: Promise<Answer<Thing>>; until: number }

/** Runs actions and reports their results. Each can be undone for a while, the last one first. */
export function createActs<Thing, One extends Act<Thing>>(firstPlace: Place<Thing, One>) {
  let place = firstPlace
  let done: Done<Thing, One>[] = []

  function remember(act: One, answer: Promise<Answer<Thing>>): Done<Thing, One> {
    const one = { act, answer, until: Date.now() + undoTime }
    done.push(one)
    return one
  }

  /** Removes an action; false if it was undone before, so that a second press does nothing. */
  function forget(one: Done<Thing, One>): boolean {
    const isThere = done.includes(one)
    done = done.filter((other) => other !== one)
    return isThere
  }

  const tell = (one: Done<Thing, One>, held: Thing[]) =>
    offerUndo(one.act.said(held), () => void takeBack(one))

  async function takeBack(one: Done<Thing, One>) {
    if (!forget(one)) return
    const { act, answer } = one
    place.showUndo?.(act)
    const { held } = await answer
    if (held.length > 0) place.onUndone(await act.undo(held), held, act)
  }

  return {
    showIn(next: Place<Thing, One>) {
      place = next
    },
    async perform(act: One) {
      if (act.things.length === 0) return
      const { tellsFirst, show } = place
      show?.(act)
      const one = remember(act, act.run())
      if (tellsFirst) tell(one, act.things)
      const answer = await one.answer
      if (answer.held.length === 0) forget(one)
      place.onAnswer(answer, act)
      if (!tellsFirst && answer.held.length > 0) tell(one, answer.held)
    },
    note(act: Omit<One, 'run' | 'said'>) {
      const noted = { ...act, run: nothing, said: () => '' } as unknown as One
      place.show?.(noted)
      remember(noted, Promise.resolve(allOrNone(noted.things)))
    },
    /** A dialog has undone its action: removes and returns it, if it is still there. */
    forgetLast(isMeant: (act: One) => boolean): One | null {
      const one = done.findLast(({ act }) => isMeant(act))
      return one && forget(one) ? one.act : null
    },
    undo() {
      const last = done.findLast(({ until }) => until > Date.now())
      if (last) void takeBack(last)
      else toast({ title: t('team.acts.nothingToUndo') })
    },
  }
}

/** The actions of a page. Results go to its latest version. */
export function useActs<Thing, One extends Act<Thing> = Act<Thing>>(place: Place<Thing, One>) {
  const [acts] = useState(() => createActs(place))
  useEffect(() => acts.showIn(place))
  return acts
}

const nothing = () => Promise.resolve({ held: [], failed: [], problem: '' })

/** For an action that applies to all of its things, or none. */
export const allOrNone = <Thing>(things: Thing[], result?: ActionResult<unknown>): Answer<Thing> =>
  !result || result.ok
    ? { held: things, failed: [], problem: '' }
    : { held: [], failed: things, problem: result.message, reason: result.reason }

export type Run = () => Promise<ActionResult<unknown>>

/** An action on one thing, with another action that undoes it. */
export function actOnOne<Thing>(thing: Thing, said: string, run: Run, undo: Run): Act<Thing> {
  const sent = async (send: Run) => allOrNone([thing], await callAction(send))
  return { things: [thing], said: () => said, run: () => sent(run), undo: () => sent(undo) }
}

export function tellUndone({ problem }: Answer<unknown>): void {
  if (!problem) toast({ title: t('team.acts.undone') })
  else toastProblem(t('common.couldntUndo'), problem)
}
