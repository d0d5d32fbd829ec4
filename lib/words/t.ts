import { countText } from './count-text.ts'
import {
  currentLanguage,
  type Message,
  type MessageNode,
  hasMessage,
  messageOf,
  perLanguage,
} from './state.ts'

type English = typeof import('../../messages/en.json')
type KeysOf<Tree, Path extends string> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? `${Path}${Name}`
    : KeysOf<Tree[Name], `${Path}${Name}.`>
}[keyof Tree & string]
export type Key = KeysOf<English, ''>
export const isKey = (text: string): text is Key => hasMessage(text)
type Value = string | number | boolean
export type Values<Element = never> = Record<string, Value | ((parts: (string | Element)[]) => Element)>
type Loose = Record<string, unknown>

const pluralRules = perLanguage((locale) => new Intl.PluralRules(locale))
/** English without Intl, as in countText. */
const formOf = (count: number): string =>
  currentLanguage() === 'en' ? (count === 1 ? 'one' : 'other') : pluralRules().select(count)

/** @param count what "#" stands for, in a plural */
function nodeParts(node: MessageNode, values: Loose, count: number): unknown[] {
  if (typeof node === 'string') return [node]
  if (node === 0) return [countText(count)]
  const [name, kind, forms] = node
  const value = values[name] as Value
  if (kind === undefined) return [value]
  if (kind === 4) return [countText(value as number)]
  if (typeof value === 'function') {
    const inside = (node.slice(1) as MessageNode[]).flatMap((part) => nodeParts(part, values, count))
    return [(value as (parts: unknown[]) => unknown)(inside)]
  }
  const choices = forms as Record<string, Message>
  const chosen = kind === 1 ? choices[`${value}`] : (choices[`=${value}`] ?? choices[formOf(value as number)])
  return partsOf(chosen ?? choices.other!, values, kind === 2 ? (value as number) : count)
}

const partsOf = (message: Message, values: Loose, count = 0): unknown[] =>
  Array.isArray(message)
    ? message.flatMap((node) => nodeParts(node, values, count))
    : nodeParts(message, values, count)

/** A message in the site's language, as icu-minify compiles it: text, plurals, selects and whole numbers. */
export const t = (key: Key, values: Values = {}): string => partsOf(messageOf(key), values).join('')

/** The same with tags: their values make elements of what the tags hold. */
export const tParts = <Element>(key: Key, values: Values<Element>): (string | Element)[] =>
  partsOf(messageOf(key), values) as (string | Element)[]

export type Said = { error: () => string }
/** For zod: the message is made when a check fails. */
export const say = (key: Key, values?: Values): Said => ({ error: () => t(key, values) })

/** A table of messages, each made when it is read: the language may not be known when the table is. */
export const texts = <Name extends string | number>(keys: Record<Name, Key>): Record<Name, string> =>
  new Proxy(keys, { get: (_, name) => keys[name as Name] && t(keys[name as Name]) })
