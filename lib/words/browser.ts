import { type MessageGroups, type Messages, setWords, words } from './state'

const isBrowser = typeof window !== 'undefined'
let version = ''
/** Parts by name. A server has all messages. */
let loaded: Record<string, Promise<void>> = { team: Promise.resolve() }

/** The messages of a page, besides those that every page comes with. */
export function addWords(groups: MessageGroups, locale = words.locale): void {
  if (!isBrowser) return
  const messages: Messages = {}
  for (const group in groups)
    for (const name in groups[group]) messages[`${group}.${name}`] = groups[group][name]!
  setWords(locale, messages)
}

/** The messages that every page comes with. */
export function beginWith(begun: { locale: string; messages: MessageGroups; version: string }): void {
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
    setWords(words.locale, (await response.json()) as Messages)
  } catch (error) {
    delete parts[part]
    throw error
  }
}

/** Loads the rest of the messages, more for the team. Parts that load later, and whole pages, wait for them. */
export function loadWords(wanted?: 'team'): Promise<void> {
  if (loaded.team) return loaded.team
  const { viewer } = document.documentElement.dataset
  const part = wanted ?? (viewer === 'admin' || viewer === 'moderator' ? 'team' : 'member')
  return (loaded[part] ??= load(part))
}
