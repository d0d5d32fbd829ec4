import 'server-only'
import { headers } from 'next/headers'
import { env } from '../env'

/** Some proxies also write the port, which differs for each connection. */
const withPort = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/

export const clientAddress = async (): Promise<string> => addressOf(await headers())

/** '' if unknown. Anyone can write X-Forwarded-For, so only what TRUSTED_PROXIES proxies appended counts. */
export function addressOf(sent: Pick<Headers, 'get'>): string {
  if (env.TRUSTED_PROXIES === 0) return ''
  const chain = (sent.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return (chain[chain.length - env.TRUSTED_PROXIES] ?? '').replace(withPort, '$1$2').slice(0, 64)
}
