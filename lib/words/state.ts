/** "#" in a plural, text, an argument, a plural or select with its forms, or a tag with what it holds. */
export type MessageNode = 0 | string | [name: string, kind?: unknown, forms?: unknown, ...more: unknown[]]
export type Message = 0 | string | MessageNode[]
export type Messages = Record<string, Message>
/** Messages by all but the last part of their keys, which makes a page smaller. */
export type MessageGroups = Record<string, Messages>
type Words = { language: string; messages: Messages }

/** A site has one language. Next loads modules more than once on a server, and all copies share this. */
const home = globalThis as typeof globalThis & { signpostWords?: Words }
const words: Words = (home.signpostWords ??= { language: 'en', messages: {} })

export const currentLanguage = (): string => words.language
export const hasMessage = (key: string): boolean => Object.hasOwn(words.messages, key)
export const messageOf = (key: string): Message => words.messages[key] ?? key

/** Adds messages; those of another language replace what was there. */
export function setWords(language: string, messages: Messages): void {
  words.messages = language === words.language ? { ...words.messages, ...messages } : messages
  words.language = language
}

/** For Intl. Arabic gets Latin digits, as people type them in posts. */
const locale = (): string => (words.language === 'ar' ? 'ar-u-nu-latn' : words.language)

/** Makes an Intl formatter once per language: the first one takes a browser milliseconds. */
export function perLanguage<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  const made: Record<string, Formatter> = {}
  return () => (made[words.language] ??= make(locale()))
}
