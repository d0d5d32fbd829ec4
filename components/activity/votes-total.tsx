'use client'

import type { ListedPerson } from '@/lib/queries/people'
import { countText } from '@/lib/words/count-text'
import { useListedPerson } from '../moderation/listed-person'

/** For the team, as soon as it is known. */
export function VotesTotal({ id, known }: { id: string; known?: ListedPerson }) {
  const total = useListedPerson(id, known)?.votes ?? 0
  return total > 0 && <small className="tabular">{countText(total)}</small>
}
