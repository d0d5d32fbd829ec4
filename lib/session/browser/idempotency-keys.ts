import { forgetSendingKey, readSendingKey, writeSendingKey } from './draft'

/**
 * Keys for what a form sends (the database makes nothing twice for one key): the same key as long as the same
 * content is sent again because no answer came, a new one for other content or once it has arrived. A key is kept with
 * the draft, so that it outlives a reload as the text does, and other tabs send the draft with it.
 */
export function createIdempotencyKeys(draftName: string) {
  let last: { content: string; key: string } | null = null
  return {
    keyFor(content: string): string {
      last ??= readSendingKey(draftName)
      if (last?.content !== content) {
        last = { content, key: crypto.randomUUID() }
        writeSendingKey(draftName, last)
      }
      return last.key
    },
    arrived(): void {
      last = null
      forgetSendingKey(draftName)
    },
  }
}
