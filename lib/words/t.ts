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
  if (!Array.isArray(node)) return [node === 0 ? countText(count) : node]
  const [name, kind, forms] = node
  const value = values[name]
  if (kind === undefined) return [value]
  if (kind === 4) return [countText(value as number)]
  if (typeof value === 'function') return [value(partsOf(node.slice(1) as MessageNode[], values, count))]
  const choices = forms as Record<string, Message>
  const isSelect = kind === 1
  const chosen = choices[(isSelect ? '' : '=') + value] ?? choices[formOf(value as number)] ?? choices.other!
  return partsOf(chosen, values, isSelect ? count : (value as number))
}

const partsOf = (message: Message, values: Loose, count = 0): unknown[] =>
  Array.isArray(message)
    ? message.flatMap((node) => nodeParts(node, values, count))
    : nodeParts(message, values, count)

/** A message in the site's language, as icu-minify compiles it: text, plurals, selects and whole numbers. */
export const t = (key: Key, values: Values = {}): string => partsOf(messageOf(key), values).join('')

/** The same with tags: their values turn what is inside them into elements. */
export const tParts = <Element>(key: Key, values: Values<Element>): (string | Element)[] =>
  partsOf(messageOf(key), values) as (string | Element)[]

export type Said = { error: () => string }
/** For zod: the message is made when a check fails. */
export const say = (key: Key, values?: Values): Said => ({ error: () => t(key, values) })

/** A table of messages, each made when it is read: the language may not be known when the table is. */
export const texts = <Name extends string | number>(keys: Record<Name, Key>): Record<Name, string> =>
  new Proxy(keys, { get: (_, name) => keys[name as Name] && t(keys[name as Name]) })
