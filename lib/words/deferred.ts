import { words } from './state.ts'
import { type Key, t, type Values } from './t.ts'

export const isKey = (text: string): text is Key => Object.hasOwn(words.messages, text)

export type Said = { error: () => string }
export const say = (key: Key, values?: Values): Said => ({ error: () => t(key, values) })

/** A table of messages, each made when it is read: the language may not be known when the table is. */
export const texts = <Name extends string | number>(keys: Record<Name, Key>): Record<Name, string> =>
  new Proxy(keys, { get: (_, name) => keys[name as Name] && t(keys[name as Name]) })
