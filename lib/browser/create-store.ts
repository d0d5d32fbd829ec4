import { useSyncExternalStore } from 'react'

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

export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.read()),
    () => select(store.initial),
  )
}

const never = () => () => {}

export function useBrowserValue<Value>(read: () => Value, stored: Value): Value {
  return useSyncExternalStore(never, read, () => stored)
}
