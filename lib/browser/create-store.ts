import { useSyncExternalStore } from 'react'

/** A value shared by all components of a tab. Stored pages and the first paint use `initial`. */
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

/** The part of a store that `select` picks, read again on every change. It must be identical while nothing changed. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.read()),
    () => select(store.initial),
  )
}

const never = () => () => {}

/** A value that only the browser knows and that doesn't change while a page is open. Stored pages use `stored`. */
export function useBrowserValue<Value>(read: () => Value, stored: Value): Value {
  return useSyncExternalStore(never, read, () => stored)
}
