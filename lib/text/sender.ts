export type Sender = string | { name: string; address: string }

const named = /^[^<]*\S[^<]*</

export const namesSender = (from: string): boolean => named.test(from)

/** @param name the sender's name if MAIL_FROM contains none */
export function senderOf(from: string, name?: string): Sender {
  if (!name || namesSender(from)) return from
  return { name, address: from.replace(/[<>]/g, '').trim() }
}
