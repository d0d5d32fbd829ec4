import { createStore } from '@/lib/browser/create-store'
import type { ListedPerson } from '@/lib/queries/people'

/** What only the team sees of the person whose page this is. */
export const listedPerson = createStore<ListedPerson | null>(null)
