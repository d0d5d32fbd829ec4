import type { IncomingMessage } from 'node:http'
import { addressOf } from '../supabase/client-address'

/** Without TRUSTED_PROXIES, it is the connection's, which is the proxy's for everyone behind it. */
export function senderNetwork({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const get = (name: string) => String(headers[name] ?? '')
  return networkOf(addressOf({ get }) || socket.remoteAddress || '')
}

/** An IPv4 address, or the first 64 bits of an IPv6 address: whoever has one has all that share them. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [start, end] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = end ? Array<string>(Math.max(0, 8 - start!.length - end.length)).fill('0') : []
  return [...start!, ...zeros, ...(end ?? [])].slice(0, 4).join(':')
}
