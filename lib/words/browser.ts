import { type MessageGroups, type Messages, setWords, words } from './state'

const isBrowser = typeof window !== 'undefined'
let siteVersion = ''
let version = ''
let loaded: Record<string, Promise<void>> = { team: Promise.resolve() }

function add(locale: string, messages: Messages): void {
  setWords(locale, locale === words.locale ? { ...words.messages, ...messages } : messages)
}

export function addWords(groups: MessageGroups, locale = words.locale): void {
  if (!isBrowser) return
  const messages: Messages = {}
  for (const group in groups)
    for (const name in groups[group]) messages[`${group}.${name}`] = groups[group][name]!
  add(locale, messages)
}

type Begun = { locale: string; messages: MessageGroups; version: string }

/** Takes the site's language. Further server responses bring it again, and change nothing. */
export function beginWithSite(begun: Begun): void {
  if (begun.version === siteVersion) return
  siteVersion = begun.version
  beginWith(begun)
}

/** Takes a language, which is the site's or, in the widget, another one. */
export function beginWith(begun: Begun): void {
  if (!isBrowser || begun.version === version) return
  ;({ version } = begun)
  loaded = {}
  addWords(begun.messages, begun.locale)
}

async function load(part: string): Promise<void> {
  const parts = loaded
  try {
    const response = await fetch(`/api/words/${version}/${part}`)
    if (!response.ok) throw new TypeError(response.statusText)
    add(words.locale, (await response.json()) as Messages)
  } catch (error) {
    delete parts[part]
    throw error
  }
}

export function loadWords(wanted?: 'team'): Promise<void> {
  if (loaded.team) return loaded.team
  const { viewer } = document.documentElement.dataset
  const part = wanted ?? (viewer === 'admin' || viewer === 'moderator' ? 'team' : 'member')
  return (loaded[part] ??= load(part))
}
