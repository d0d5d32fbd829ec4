import { LRUCache } from 'lru-cache'
import { tooMany } from './guesses.ts'
import { type Handler, pathOf } from './handler.ts'

/** How many requests an address may send at once, and how many in five minutes after that, as a hosted project begins. */
const burst = 30
const limits: Record<string, number> = {
  token: 150,
  verify: 30,
  signup: 30,
  recover: 30,
  resend: 30,
  otp: 30,
  user: 30,
}
const period = 5 * 60_000

/**
 * Limits what each address asks of the auth service, where the site says for which address it asks; Lite has no limits.
 * Programs on this machine that ask by themselves are not counted.
 * @param secretKey whoever sends it may say for which address it asks
 */
export function limitAddresses(answer: Handler, secretKey: string): Handler {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: 50_000, ttl: 2 * period })

  return async (request, peer) => {
    const { headers, method } = request
    const kind = /^\/+auth\/+v1\/+(\w+)\/*$/.exec(pathOf(request))?.[1] ?? ''
    const perPeriod = limits[kind]
    const address = headers.get('apikey') === secretKey && headers.get('sb-forwarded-for')
    const isLimited = perPeriod && address && method !== 'OPTIONS' && (kind !== 'user' || method === 'PUT')
    if (!isLimited) return answer(request, peer)
    const key = `${kind} ${address}`
    const now = Date.now()
    const { left, at } = buckets.get(key) ?? { left: burst, at: now }
    const filled = Math.min(burst, left + ((now - at) * perPeriod) / period)
    if (filled < 1) return tooMany()
    buckets.set(key, { left: filled - 1, at: now })
    return answer(request, peer)
  }
}
