import { type MessageGroups, type Messages, setWords } from './state'

type Words = { language: string; messages: MessageGroups; version: string }
type Loaded = { part: string; promise: Promise<void> }

const isBrowser = typeof window !== 'undefined'
const nothing = Promise.resolve()
let version = ''
let language = ''
let loaded: Loaded | undefined

/** The messages that the page came with. */
export function beginWith(words: Words): void {
  if (!isBrowser || words.version === version) return
  ;({ version, language } = words)
  loaded = undefined
  const flat: Messages = {}
  for (const group in words.messages)
    for (const name in words.messages[group]) flat[`${group}.${name}`] = words.messages[group][name]!
  setWords(language, flat)
}

async function load(part: string): Promise<void> {
  const response = await fetch(`/api/words/${version}/${part}`)
  if (!response.ok) throw new TypeError(response.statusText)
  setWords(language, (await response.json()) as Messages)
}

/** Loads the rest of the messages, more for the team. Parts that load later, and whole pages, wait for them. */
export function loadWords(wanted?: 'team'): Promise<void> {
  if (!version) return nothing
  const { viewer } = document.documentElement.dataset
  const part = wanted ?? (viewer === 'admin' || viewer === 'moderator' ? 'team' : 'member')
  if (loaded?.part === part || loaded?.part === 'team') return loaded.promise
  const promise = load(part)
  loaded = { part, promise }
  promise.catch(() => (loaded = undefined))
  return promise
}
