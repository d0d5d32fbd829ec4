import type { Mentionable } from '@/lib/queries/mentionable'
import { readDraft, writeDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import { type Mentioned, mentionedIn } from '@/lib/text/mention'

/** Stored with the draft, because its text only has names, and several people may share one. */
const keptAs = (draftName: string) => `${draftName}:people`
const most = 10

/** For people who share a name, also what tells them apart. */
type Chosen = Mentioned & { twin?: Mentionable }

const readChosen = (draftName: string) => readDraft<Chosen[]>(keptAs(draftName)) ?? []

export function addMention(draftName: string, person: Mentionable): void {
  const { id, name, about } = person
  const chosen: Chosen = about ? { id, name, twin: person } : { id, name }
  writeDraft(keptAs(draftName), [...readChosen(draftName), chosen].slice(-50))
}

export const mentionsOf = (draftName: string, text: string): string[] =>
  mentionedIn(text, readChosen(draftName)).slice(0, most)

/** The people a text mentions by a name that others share. */
export function twinsIn(draftName: string, text: string): Mentionable[] {
  if (!text.includes('@')) return []
  const chosen = readChosen(draftName)
  const called = mentionedIn(text, chosen)
  return called.flatMap((id) => chosen.findLast((one) => one.id === id)?.twin ?? [])
}

export const forgetMentions = (draftName: string): void => forgetDraft(keptAs(draftName))
