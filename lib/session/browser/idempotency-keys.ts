import { forgetSendingKey, readSendingKey, writeSendingKey } from './forget-draft'

/** The same key as long as the same content is sent again, also after a reload and from other tabs. */
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
