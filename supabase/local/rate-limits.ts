import { LRUCache } from 'lru-cache'
import { type Handler, pathOf, objectIn } from './handler.ts'
import { createHash } from 'node:crypto'

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
  factors: 75,
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
    const kind =
      /^\/+auth\/+v1\/+(\w+)(?:\/+[\w-]+\/+(?:challenge|verify))?\/*$/.exec(pathOf(request))?.[1] ?? ''
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

/** Wrong passwords that one address may send for one account, and how long each counts, in milliseconds. */
const limit = { count: 20, period: 5 * 60_000 }

/**
 * Answers 429 to whoever guesses passwords, as a hosted project does; Lite itself has no limits.
 * @param secretKey whoever sends it may say for which address it asks
 */
export function limitGuesses(answer: Handler, secretKey: string): Handler {
  const wrong = new LRUCache<string, number[]>({ max: 50_000, ttl: limit.period })

  return async (request, peer) => {
    const url = new URL(request.url)
    // Whatever the path: it can be spelt in many ways.
    const isGuess = request.method === 'POST' && url.searchParams.getAll('grant_type').includes('password')
    if (!isGuess) return answer(request, peer)
    const asked = await objectIn(request)
    const isServer = request.headers.get('apikey') === secretKey
    const address = (isServer && request.headers.get('sb-forwarded-for')) || peer
    const account = String(asked?.email).trim().toLowerCase()
    // Hashed, since it may be of any length.
    const key = createHash('sha256').update(`${address} ${account}`).digest('base64')
    const now = Date.now()
    const recent = (wrong.get(key) ?? []).filter((time) => time > now - limit.period)
    if (recent.length >= limit.count) return tooMany()
    // Counted before it is answered, so that guesses sent together do not slip through.
    wrong.set(key, [...recent, now])
    const response = await answer(request, peer)
    if (response.ok) wrong.delete(key)
    return response
  }
}

const tooMany = () =>
  Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    { status: 429 },
  )
