import { type ActionResult, undoTime } from '@/lib/schemas/action-result'
import { offerUndo, toast, toastProblem } from '../ui/toast-store'

/** What became of an act, or of taking it back. */
export type Answer<Thing> = {
  /** What it changed, and what it can be taken back from. */
  held: Thing[]
  failed: Thing[]
  /** Why the rest was refused, in words. */
  problem: string
  reason?: Extract<ActionResult, { ok: false }>['reason']
  /** How many somebody else had changed or deleted before. */
  conflicts?: number
  missing?: number
}

/** Something that is done to things, and the way to take it back. */
export type Act<Thing> = {
  things: Thing[]
  /** What is said of those it held for. */
  said: (held: Thing[]) => string
  run: () => Promise<Answer<Thing>>
  undo: (held: Thing[]) => Promise<Answer<Thing>>
}

/** How a place shows what is done in it. */
export type Place<Thing, One extends Act<Thing>> = {
  /** Says that an act is done, and offers to take it back, before it is sent. */
  tellsFirst?: boolean
  /** Shows an act, and one that is being taken back, before either is sent. */
  show?: (act: One) => unknown
  showUndo?: (act: One) => void
  onAnswer: (answer: Answer<Thing>, act: One) => void
  /** Told how taking back went for those that the act held for. */
  onUndone: (answer: Answer<Thing>, held: Thing[], act: One) => void
}

type Done<Thing, One> = { act: One; answer: Promise<Answer<Thing>>; until: number }

/** Carries out acts and tells what became of them; for a while each can be taken back, the last one first. */
export function createActs<Thing, One extends Act<Thing>>(firstPlace: Place<Thing, One>) {
  let place = firstPlace
  let done: Done<Thing, One>[] = []

  function remember(act: One, answer: Promise<Answer<Thing>>): Done<Thing, One> {
    const one = { act, answer, until: Date.now() + undoTime }
    done.push(one)
    return one
  }

  /** Whether it could still be taken back: a second press, or a key after the button, does nothing. */
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
    /** From now on what becomes of acts is shown here: the same place, as it is by then. */
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
    /** Something that a dialog has done, told and offered to take back by itself. */
    note(act: Omit<One, 'run' | 'said'>) {
      const noted = { ...act, run: nothing, said: () => '' } as unknown as One
      place.show?.(noted)
      remember(noted, Promise.resolve(allOrNone(noted.things)))
    },
    /** The dialog has taken it back: the act that was to be taken back, if it was not before. */
    forgetLast(isMeant: (act: One) => boolean): One | null {
      const one = done.findLast(({ act }) => isMeant(act))
      return one && forget(one) ? one.act : null
    },
    undo() {
      const last = done.findLast(({ until }) => until > Date.now())
      if (last) void takeBack(last)
      else toast({ title: 'There is nothing to take back.' })
    },
  }
}

const nothing = () => Promise.resolve({ held: [], failed: [], problem: '' })

/** Of an action that holds for all of its things, or for none. */
export const allOrNone = <Thing>(things: Thing[], result?: ActionResult<unknown>): Answer<Thing> =>
  !result || result.ok
    ? { held: things, failed: [], problem: '' }
    : { held: [], failed: things, problem: result.message, reason: result.reason }

/** Says of a list with an undo key how taking back went. */
export function tellUndone({ problem }: Answer<unknown>): void {
  if (!problem) toast({ title: 'It is taken back.' })
  else toastProblem('It could not be taken back.', problem)
}
