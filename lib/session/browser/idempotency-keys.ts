import { forgetSendingKey, readSendingKey, writeSendingKey } from './draft'

/**
 * Idempotency keys for what a form sends (the database creates nothing twice for one key): the same key as long as the
 * same content is sent again because no response came, a new one for other content or once it has arrived. A key is
 * stored with the draft, so that it survives a reload like the text does, and other tabs send the draft with it.
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
