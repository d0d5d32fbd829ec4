import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** What only the browser knows and what does not change while a page stands; stored pages hold `stored`. */
export function useBrowserValue<Value>(read: () => Value, stored: Value): Value {
  return useSyncExternalStore(never, read, () => stored)
}
