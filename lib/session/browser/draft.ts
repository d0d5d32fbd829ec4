import { useBrowserValue } from '../../browser/create-store'
import { readSession } from './store'

const prefix = 'signpost-draft'

export const signUpDraft = 'sign-up'

const keyOf = (owner: string, name: string) => `${prefix}:${owner}:${name}`
const owner = () => readSession().viewer?.id ?? 'visitor'

export function readDraft<Draft>(name: string): Draft | null {
  try {
    const own = localStorage.getItem(keyOf(owner(), name))
    const text = own ?? localStorage.getItem(keyOf('visitor', name))
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null
  }
}

export function writeDraft(name: string, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(owner(), name), JSON.stringify(draft))
    if (owner() !== 'visitor') localStorage.removeItem(keyOf('visitor', name))
  } catch {
    // A full or disabled storage only costs the draft.
  }
}

/** Begins a post with a title, unless its draft has one. */
export function suggestTitle(name: string, title: string | null | undefined): void {
  const draft = readDraft<{ title?: string }>(name)
  if (title && !draft?.title) writeDraft(name, { ...draft, title })
}

export const draftKey = (name: string): string => keyOf(owner(), name)
export const visitorKey = (name: string): string => keyOf('visitor', name)

export const useHasDraft = (name: string): boolean => useBrowserValue(() => readDraft(name) !== null, false)
