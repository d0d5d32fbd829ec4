/** Who mails are from. */
export type Sender = string | { name: string; address: string }

const named = /^[^<]*\S[^<]*</

/** Whether the variable MAIL_FROM says a name as well, which then wins over that of the dashboard. */
export const namesSender = (from: string): boolean => named.test(from)

/**
 * @param from MAIL_FROM: an address, or "Name <address>"
 * @param name what the sender is called where that says none
 */
export function senderOf(from: string, name?: string): Sender {
  if (!name || namesSender(from)) return from
  return { name, address: from.replace(/[<>]/g, '').trim() }
}
