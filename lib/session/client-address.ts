import 'server-only'
import { headers } from 'next/headers'
import { env } from '../env'

/**
 * The network address of whoever sent the request, or '' when it is not known: the header can be written by
 * anyone, so only what TRUSTED_PROXIES proxies of the operator's own appended to it counts.
 */
export async function clientAddress(): Promise<string> {
  if (env.TRUSTED_PROXIES === 0) return ''
  const chain = ((await headers()).get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return (chain[chain.length - env.TRUSTED_PROXIES] ?? '').slice(0, 64)
}
