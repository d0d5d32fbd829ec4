/** "#" in a plural, text, an argument, a plural or select with its forms, or a tag with what it holds. */
export type MessageNode = 0 | string | [name: string, kind?: unknown, forms?: unknown, ...more: unknown[]]
export type Message = 0 | string | MessageNode[]
export type Messages = Record<string, Message>
export type MessageGroups = Record<string, Messages>
type Words = { locale: string; messages: Messages }

const home = globalThis as typeof globalThis & { signpostWords?: Words }
const english: Words = { locale: 'en', messages: {} }

/** A site has one language. Next loads modules more than once on a server, and all copies share this. */
export const words: Words = typeof window === 'undefined' ? (home.signpostWords ??= english) : english

export function setWords(locale: string, messages: Messages): void {
  words.messages = messages
  words.locale = locale
}

export function perLanguage<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  const made: Record<string, Formatter> = {}
  return () => (made[words.locale] ??= make(words.locale))
}
