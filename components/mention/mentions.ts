import { forgetDraft, readDraft, writeDraft } from '@/lib/session/browser/draft'
import { type Mentioned, mentionedIn } from '@/lib/text/mention'

/** Kept with the draft: its text holds names, and several people may have the same. */
const keptAs = (draftName: string) => `${draftName}:people`
const most = 10

const readChosen = (draftName: string) => readDraft<Mentioned[]>(keptAs(draftName)) ?? []

export function addMention(draftName: string, { id, name }: Mentioned): void {
  writeDraft(keptAs(draftName), [...readChosen(draftName), { id, name }].slice(-50))
}

/** The ids of those whom a text calls. */
export const mentionsOf = (draftName: string, text: string): string[] =>
  mentionedIn(text, readChosen(draftName)).slice(0, most)

export const forgetMentions = (draftName: string): void => forgetDraft(keptAs(draftName))
