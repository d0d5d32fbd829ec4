/**
 * A CSP nonce for one request. The prefix makes it known wherever Next writes it. Headers can't tell: Next may have made
 * the store of a page before the middleware gave the request its nonce.
 */
export const createNonce = (): string => `signpost-nonce-${crypto.randomUUID()}`

/** The same text with zeros for each nonce: what says its own length keeps it. */
export const withoutNonces = (text: string): string =>
  text.replace(/signpost-nonce-[0-9a-f-]{36}/g, ({ length }) => '0'.repeat(length))
