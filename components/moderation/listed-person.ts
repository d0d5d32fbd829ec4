import { createStore, useStore } from '@/lib/browser/create-store'
import type { ListedPerson } from '@/lib/queries/people'

/** What only the team sees of the person whose page this is. */
export const listedPerson = createStore<ListedPerson | null>(null)

/** @param known what came with the page, if it did */
export const useListedPerson = (id: string, known?: ListedPerson) =>
  useStore(listedPerson, (listed) => (listed?.id === id ? listed : null)) ?? known ?? null
