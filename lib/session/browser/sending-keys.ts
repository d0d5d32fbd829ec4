import { forgetSending, readSending, writeSending } from './draft'

/**
 * Keys for what a form sends (the database makes nothing twice for one key): the same key as long as the same
 * content is sent again because no answer came, a new one for other content or once it has arrived. A key is kept with
 * the draft, so that it outlives a reload as the text does, and other tabs send the draft with it.
 */
export function createSendingKeys(draftName: string) {
  let last: { content: string; key: string } | null = null
  return {
    keyFor(content: string): string {
      last ??= readSending(draftName)
      if (last?.content !== content) {
        last = { content, key: crypto.randomUUID() }
        writeSending(draftName, last)
      }
      return last.key
    },
    arrived(): void {
      last = null
      forgetSending(draftName)
    },
  }
}
