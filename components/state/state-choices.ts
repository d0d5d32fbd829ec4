import { postStates } from '@/lib/post/states'
import { useStateNames } from './post-state'

export function useStateChoices() {
  const names = useStateNames()
  return postStates.map((state) => ({ value: state, name: names[state], icon: state }))
}
