import { draftKey, readDraft, visitorKey, writeDraft } from './draft'

export function forgetDraft(name: string): void {
  try {
    localStorage.removeItem(draftKey(name))
    localStorage.removeItem(visitorKey(name))
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
