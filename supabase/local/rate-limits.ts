import { LRUCache } from 'lru-cache'
import { type Handler, pathOf, objectIn } from './handler.ts'
import { createHash } from 'node:crypto'

/** How many requests one address may send at once, and then per five minutes: a hosted project's defaults. */
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
 * Limits requests to the auth service per visitor address, because Lite has no limits. Requests from this machine that
 * name no visitor aren't counted.
 * @param secretKey requests with it may name the visitor's address
 */
export function limitAddresses(answer: Handler, secretKey: string): Handler {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: 50_000, ttl: 2 * period })

  return async (request, peer) => {
    const { headers, method } = request
    const kind =
      /^\/+auth\/+v1\/+(\w+)(?:\/+[\w-]+\/+(?:challenge|verify))?\/*$/.exec(pathOf(request))?.[1] ?? ''
    const perPeriod = limits[kind]
    const address = headers.get('apikey') === secretKey && headers.get('sb-forwarded-for')
    const isLimited = perPeriod && address && (kind !== 'user' || method === 'PUT')
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

/** Wrong passwords allowed per address and account, and how long each one counts, in milliseconds. */
const limit = { count: 20, period: 5 * 60_000 }

/**
 * Answers 429 to password guessing, as a hosted project does. Lite has no limits.
 * @param secretKey requests with it may name the visitor's address
 */
export function limitGuesses(answer: Handler, secretKey: string): Handler {
  const wrong = new LRUCache<string, number[]>({ max: 50_000, ttl: limit.period })

  return async (request, peer) => {
    const url = new URL(request.url)
    // Look at the body whatever the path is, because a path can be spelled in many ways.
    const isGuess = request.method === 'POST' && url.searchParams.getAll('grant_type').includes('password')
    if (!isGuess) return answer(request, peer)
    const asked = await objectIn(request)
    const isServer = request.headers.get('apikey') === secretKey
    const address = (isServer && request.headers.get('sb-forwarded-for')) || peer
    const account = String(asked?.email).trim().toLowerCase()
    // Hashed, because it can have any length.
    const key = createHash('sha256').update(`${address} ${account}`).digest('base64')
    const now = Date.now()
    const recent = (wrong.get(key) ?? []).filter((time) => time > now - limit.period)
    if (recent.length >= limit.count) return tooMany()
    // Count before answering, so that guesses sent in parallel don't slip through.
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
