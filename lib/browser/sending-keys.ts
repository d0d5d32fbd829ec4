/**
 * Keys for what a form sends (the database makes nothing twice for one key): the same key as long as the same
 * content is sent again because no answer came, a new one for other content or once it has arrived.
 */
export function createSendingKeys() {
  let last: { content: string; key: string } | null = null
  return {
    keyFor(content: string): string {
      if (last?.content !== content) last = { content, key: crypto.randomUUID() }
      return last.key
    },
    arrived(): void {
      last = null
    },
  }
}
