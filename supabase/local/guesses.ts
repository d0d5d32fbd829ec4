import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Handler, objectIn } from './handler.ts'

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

export const tooMany = () =>
  Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    { status: 429 },
  )
