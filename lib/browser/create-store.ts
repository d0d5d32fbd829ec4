import { useSyncExternalStore } from 'react'

/** A value that all components of a tab share; stored pages and the first paint hold `initial`. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: (): Value => value,
    write(next: Value): void {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    initial,
  }
}

type Store<Value> = ReturnType<typeof createStore<Value>>

/** The part of a store that `select` picks, read anew with every change; it must be the same while nothing changed. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.read()),
    () => select(store.initial),
  )
}

const never = () => () => {}

/** What only the browser knows and what does not change while a page stands; stored pages hold `stored`. */
export function useBrowserValue<Value>(read: () => Value, stored: Value): Value {
  return useSyncExternalStore(never, read, () => stored)
}
