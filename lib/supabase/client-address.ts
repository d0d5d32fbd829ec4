import 'server-only'
import { headers } from 'next/headers'
import { env } from '../env'

/** Some proxies also write the port, which differs for each connection. */
const withPort = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/

/** The network address of the sender of the current request. */
export const clientAddress = async (): Promise<string> => addressOf(await headers())

/**
 * The network address of the sender of these headers, or '' if it isn't known. Anyone can write X-Forwarded-For, so
 * only what TRUSTED_PROXIES proxies of the operator appended to it counts.
 */
export function addressOf(sent: Pick<Headers, 'get'>): string {
  if (env.TRUSTED_PROXIES === 0) return ''
  const chain = (sent.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return (chain[chain.length - env.TRUSTED_PROXIES] ?? '').replace(withPort, '$1$2').slice(0, 64)
}
