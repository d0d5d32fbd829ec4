import { type MessageGroups, type Messages, setWords } from './state'

type Words = { language: string; messages: MessageGroups; version: string }

const isBrowser = typeof window !== 'undefined'
let version = ''
let language = ''
/** Parts by name. A server has all messages. */
let loaded: Record<string, Promise<void>> = { team: Promise.resolve() }

/** The messages that the page came with. */
export function beginWith(words: Words): void {
  if (!isBrowser || words.version === version) return
  ;({ version, language } = words)
  loaded = {}
  const messages: Messages = {}
  for (const group in words.messages)
    for (const name in words.messages[group]) messages[`${group}.${name}`] = words.messages[group][name]!
  setWords(language, messages)
}

async function load(part: string): Promise<void> {
  const parts = loaded
  try {
    const response = await fetch(`/api/words/${version}/${part}`)
    if (!response.ok) throw new TypeError(response.statusText)
    setWords(language, (await response.json()) as Messages)
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
