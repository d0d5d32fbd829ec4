import { createHash } from 'node:crypto'
import compile from 'icu-minify/compile'
import english from '../../messages/en.json' with { type: 'json' }
import { currentLanguage, directionOf, findLanguage, languages, localeOf } from './languages.ts'
import { isCore, type PageKind, pageParts, parts } from './parts.ts'
import { type Message, type MessageGroups, type MessageNode, type Messages, setWords } from './state.ts'

type Tree = { [name: string]: string | Tree }
type Catalog = {
  language: string
  locale: string
  messages: Messages
  core: MessageGroups
  pages: Record<PageKind, MessageGroups>
  version: string
}

function* leavesOf(tree: Tree, path = ''): Generator<[key: string, text: string]> {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [path + name, value]
    else yield* leavesOf(value, `${path}${name}.`)
  }
}

export const textsOf = (tree: Tree): Record<string, string> => Object.fromEntries(leavesOf(tree))

const pick = (messages: Messages, isWanted: (key: string) => boolean): Messages =>
  Object.fromEntries(
    Object.keys(messages)
      .filter(isWanted)
      .map((key) => [key, messages[key]!]),
  )

function groupsOf(messages: Messages, isWanted: (key: string) => boolean): MessageGroups {
  const groups: MessageGroups = {}
  for (const [key, message] of Object.entries(pick(messages, isWanted))) {
    const end = key.lastIndexOf('.')
    ;(groups[key.slice(0, end)] ??= {})[key.slice(end + 1)] = message
  }
  // Objects passed from server to client components must not have custom prototypes.
  return JSON.parse(JSON.stringify(groups)) as MessageGroups
}

/**
 * Isolates values inserted into right-to-left text. Otherwise, an address such as /a/b appears as b/a/. Text inside a tag
 * already has a direction of its own.
 */
const isolate = (message: Message): Message =>
  [message].flat().flatMap((node): MessageNode[] => {
    if (!Array.isArray(node)) return [node]
    const [name, kind, forms] = node
    if (node.length === 1) return ['\u2068', node, '\u2069']
    if (typeof kind !== 'number' || typeof forms !== 'object') return [node]
    const isolated = Object.entries(forms as Record<string, Message>).map(([form, text]) => [
      form,
      isolate(text),
    ])
    return [[name, kind, Object.fromEntries(isolated)]]
  })

/** Titles, feeds and link previews have no isolates: some readers show them as boxes. */
const isPlain = (key: string): boolean =>
  /^(publish|pages\.(layout|manifest))\.|^(common\.whatsNewIn|pages\.people\.about)$/.test(key)

const isolateIn = (language: string) => (message: Message, key: string) =>
  directionOf(language) === 'rtl' && !isPlain(key) ? isolate(message) : message

/** Compiles each message when it is first read: most processes need few of them, and compiling all takes 0.1 s. */
function compileWhenRead(
  texts: Record<string, string>,
  change: (message: Message, key: string) => Message,
): Messages {
  const messages: Messages = {}
  for (const [key, text] of Object.entries(texts)) {
    const get = () => {
      const value = change(compile(text) as Message, key)
      Object.defineProperty(messages, key, { value })
      return value
    }
    Object.defineProperty(messages, key, { get, enumerable: true, configurable: true })
  }
  return messages
}

function makeCatalog(language: string, tree: Tree, change = isolateIn(language)): Catalog {
  const texts = { ...textsOf(english), ...textsOf(tree) }
  const messages = compileWhenRead(texts, change)
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)
  let core: Catalog['core'] | undefined
  let pages: Catalog['pages'] | undefined
  return {
    language,
    locale: localeOf(language),
    messages,
    version: `${language}-${hash}`,
    get core() {
      return (core ??= groupsOf(messages, isCore))
    },
    get pages() {
      return (pages ??= Object.fromEntries(
        Object.entries(pageParts).map(([kind, isOfKind]) => [kind, groupsOf(messages, isOfKind)]),
      ) as Catalog['pages'])
    },
  }
}

const catalogs = new Map([['en', makeCatalog('en', english)]])
setWords('en', catalogs.get('en')!.messages)

async function catalogOf(language: string): Promise<Catalog> {
  const { load, change } = findLanguage(language)!
  const catalog = catalogs.get(language) ?? makeCatalog(language, (await load()).default, change)
  catalogs.set(language, catalog)
  return catalog
}

/** Throws for a malformed message in any language. */
export async function checkMessages(): Promise<void> {
  for (const language of Object.keys(languages)) Object.values((await catalogOf(language)).messages)
}

export async function speak(wanted: string | null): Promise<Catalog> {
  const language = wanted && findLanguage(wanted) ? wanted : 'en'
  const catalog = await catalogOf(language)
  if (currentLanguage() !== language) setWords(catalog.locale, catalog.messages)
  return catalog
}

export async function wordsToBegin(language: string) {
  if (!findLanguage(language)) return null
  const { locale, core, version } = await catalogOf(language)
  return { language, locale, messages: core, version, direction: directionOf(language) }
}

export async function wordsFor(version: string, part: string): Promise<Messages | null> {
  const [language] = version.split(/-(?=\w+$)/)
  const isWanted = parts[part]
  if (!language || !findLanguage(language) || !isWanted) return null
  const catalog = await catalogOf(language)
  return catalog.version === version ? pick(catalog.messages, isWanted) : null
}
