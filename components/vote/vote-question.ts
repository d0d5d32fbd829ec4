import { createStore, useStore } from '@/lib/browser/create-store'

const store = createStore<number | null>(null)

/** The post that a link asks someone to vote for, until they have answered. Its button shows the question. */
export const readQuestion = store.read

export const askAboutVote = store.write

export const useIsAsked = (id: number): boolean => useStore(store, (asked) => asked === id)
