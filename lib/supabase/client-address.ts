import 'server-only'
import { headers } from 'next/headers'
import { env } from '../env'

/** Some proxies write the port as well, which is another for each connection. */
const withPort = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/

/** The network address of whoever sent the request that is being answered. */
export const clientAddress = async (): Promise<string> => addressOf(await headers())

/**
 * The network address of whoever sent these headers, or '' when it is not known: X-Forwarded-For can be written by
 * anyone, so only what TRUSTED_PROXIES proxies of the operator's own appended to it counts.
 */
export function addressOf(sent: Pick<Headers, 'get'>): string {
  if (env.TRUSTED_PROXIES === 0) return ''
  const chain = (sent.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return (chain[chain.length - env.TRUSTED_PROXIES] ?? '').replace(withPort, '$1$2').slice(0, 64)
}
