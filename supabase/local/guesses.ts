/** Wrong passwords that one address may send for one account, and how long each counts, in milliseconds. */
const limit = { count: 20, period: 5 * 60_000 }

/** Answers a request that came from the network address `peer`. */
export type Handler = (request: Request, peer: string) => Promise<Response>

/**
 * Answers 429 to whoever guesses passwords, as a hosted project does; Lite itself has no limits.
 * @param secretKey whoever sends it may say for which address it asks
 */
export function limitGuesses(answer: Handler, secretKey: string): Handler {
  const wrong = new Map<string, number[]>()

  return async (request, peer) => {
    const url = new URL(request.url)
    const isGuess =
      request.method === 'POST' && url.pathname === '/auth/v1/token' && url.search.includes('password')
    if (!isGuess) return answer(request, peer)
    const asked = (await request
      .clone()
      .json()
      .catch(() => null)) as { email?: unknown } | null
    const isServer = request.headers.get('apikey') === secretKey
    const address = (isServer && request.headers.get('sb-forwarded-for')) || peer
    const key = `${address} ${String(asked?.email).trim().toLowerCase()}`
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
