'use client'

import { postStates } from '@/lib/post/states'
import { useStateNames } from './state-names'

/** The states as the choices of a menu. */
export function useStateChoices() {
  const stateNames = useStateNames()
  return postStates.map((state) => ({ value: state, name: stateNames[state], icon: state }))
}
