'use client'

import { useStore } from '@/lib/browser/create-store'
import { countText } from '@/lib/words/count-text'
import { listedPerson } from '../moderation/listed-person'

/** For the team, as soon as it is known. */
export function VotesTotal({ id }: { id: string }) {
  const total = useStore(listedPerson, (person) => (person?.id === id ? person.votes : 0))
  return total > 0 && <small className="tabular">{countText(total)}</small>
}
