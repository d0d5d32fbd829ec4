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

export function forgetDraft(name: string): void {
  try {
    localStorage.removeItem(keyOf(owner(), name))
    localStorage.removeItem(keyOf('visitor', name))
  } catch {
    // If storage is unavailable, nothing was stored.
  }
  if (!name.endsWith(sendingSuffix)) forgetSendingKey(name)
}

type Sending = { content: string; key: string }
const sendingSuffix = ':sending'

export const readSendingKey = (draft: string) => readDraft<Sending>(draft + sendingSuffix)
export const writeSendingKey = (draft: string, sending: Sending) => writeDraft(draft + sendingSuffix, sending)
export const forgetSendingKey = (draft: string) => forgetDraft(draft + sendingSuffix)

export function moveDraft(from: string, to: string): void {
  const moved = readDraft<Record<string, string>>(from)
  if (!moved) return
  const before = readDraft<Record<string, string>>(to) ?? {}
  const fields = Object.entries(moved).map(([field, text]) => [
    field,
    [before[field], text].filter(Boolean).join('\n\n'),
  ])
  writeDraft(to, { ...before, ...Object.fromEntries(fields) })
  forgetDraft(from)
}

export const draftKey = (name: string): string => keyOf(owner(), name)
export const visitorKey = (name: string): string => keyOf('visitor', name)

export const useHasDraft = (name: string): boolean => useBrowserValue(() => readDraft(name) !== null, false)
