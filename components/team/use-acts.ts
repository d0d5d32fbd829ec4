'use client'

import { useEffect, useState } from 'react'
import { toastProblem } from '../ui/toast-store'
import { type Act, createActs, type Place } from './acts'
import { type SeenPost, whyNot } from './post-acts'

/** The acts of a place, which is asked as it stands when something becomes of one. */
export function useActs<Thing, One extends Act<Thing> = Act<Thing>>(place: Place<Thing, One>) {
  const [acts] = useState(() => createActs(place))
  useEffect(() => acts.showIn(place))
  return acts
}

/** Something that is done to one post, with where it says why not; '' when nothing is wrong. */
export type PostAct = Act<SeenPost> & { onProblem: (problem: string) => unknown }

/** What is done to one post at a time. */
export function usePostActs(onChanged: () => void) {
  return useActs<SeenPost, PostAct>({
    onAnswer(answer, { onProblem }) {
      if (!answer.problem) onChanged()
      const why = whyNot(answer, 'this post')
      onProblem(answer.conflicts ? `${why} It is shown as it is now.` : why)
    },
    onUndone(answer) {
      if (answer.held.length === 0)
        toastProblem(
          'The change could not be taken back.',
          whyNot(answer, 'this post') || 'Somebody else changed this post meanwhile.',
        )
      onChanged()
    },
  })
}
