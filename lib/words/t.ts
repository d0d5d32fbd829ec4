import { countText } from './count-text.ts'
import { type Message, type MessageNode, perLanguage, words } from './state.ts'

type English = typeof import('../../messages/en.json')
type KeysOf<Tree, Path extends string> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? `${Path}${Name}`
    : KeysOf<Tree[Name], `${Path}${Name}.`>
}[keyof Tree & string]
export type Key = KeysOf<English, ''>
type Value = string | number | boolean
export type Values<Element = never> = Record<string, Value | ((parts: (string | Element)[]) => Element)>
type Loose = Record<string, unknown>

const pluralRules = perLanguage((locale) => new Intl.PluralRules(locale))

const partsOf = (message: Message, values: Loose, count = 0): unknown[] =>
  ([message].flat() as MessageNode[]).flatMap((node) => {
    if (!Array.isArray(node)) return node === 0 ? countText(count) : node
    const [name, kind, forms] = node
    const value = values[name]
    if (kind === undefined) return value
    if (kind === 4) return countText(value as number)
    if (typeof value === 'function') return [value(partsOf(node.slice(1) as MessageNode[], values, count))]
    const choices = forms as Record<string, Message>
    // English doesn't need Intl here, as in countText.
    const form = words.locale !== 'en' ? pluralRules().select(value as number) : value === 1 ? 'one' : 'other'
    const chosen = choices[(kind === 1 ? '' : '=') + value] ?? choices[form] ?? choices.other!
    return partsOf(chosen, values, value as number)
  })

export const tParts = <Element>(key: Key, values: Values<Element>): (string | Element)[] =>
  partsOf(words.messages[key] ?? key, values) as (string | Element)[]

export const t = (key: Key, values: Values = {}): string => tParts<never>(key, values).join('')
