import { LRUCache } from 'lru-cache'
import { fetchWithTimeout } from './fetch-with-timeout'

const isRefresh = (input: RequestInfo | URL): boolean =>
  (input instanceof Request ? input.url : String(input)).includes('/token?grant_type=refresh_token')

/** How long one response serves everyone who holds the same used token, in milliseconds. */
const shareTime = 30_000
/** After "too many requests" without a duration: the first wait, which doubles each time, and the longest. */
const firstWait = 5_000
const longestWait = 60_000

/** How many sessions are remembered. Anyone can make up tokens, and each is another one. */
const most = 1_000

const answers = new LRUCache<string, Promise<Response>>({ max: most })
const refusals = new LRUCache<string, number>({ max: most })

/** Parallel requests carry the same token, and using one twice ends the session, so the response is shared. */
export const refreshOnce: typeof fetch = async (input, init) => {
  if (!isRefresh(input) || typeof init?.body !== 'string') return fetchWithTimeout(input, init)
  const key = init.body
  let answer = answers.get(key)
  if (!answer) {
    answer = fetchWithTimeout(input, init).then((response) =>
      response.status === 429 ? limited(key, response) : response,
    )
    answers.set(key, answer)
    const forget = () => void answers.delete(key)
    answer.then(({ ok, status, headers }) => {
      if (ok) refusals.delete(key)
      // Any other failed attempt may be repeated immediately.
      const keptFor = status === 429 ? Number(headers.get('Retry-After')) * 1_000 : ok ? shareTime : 0
      if (keptFor > 0) setTimeout(forget, keptFor)
      else forget()
    }, forget)
  }
  return (await answer).clone()
}

/** The middleware and the page share no memory. Whoever sends this header only makes their own request wait. */
export const refreshWaitHeader = 'x-refresh-wait'

/** auth-js gives up a session after a 429, so what it deletes then is ignored. */
export function watchRefreshes(told: string | null = null): { fetch: typeof fetch; wait: () => number } {
  let wait = 0
  return {
    fetch: async (input, init) => {
      if (isRefresh(input) && told) {
        wait = Number(told) || 1
        return Response.json({}, { status: 429 })
      }
      const answer = await refreshOnce(input, init)
      if (isRefresh(input) && answer.status === 429) wait = Number(answer.headers.get('Retry-After'))
      return answer
    },
    wait: () => wait,
  }
}

function limited(key: string, response: Response): Response {
  const count = refusals.get(key) ?? 0
  refusals.set(key, count + 1)
  setTimeout(() => refusals.get(key) === count + 1 && refusals.delete(key), 10 * longestWait)
  const told = Number(response.headers.get('Retry-After'))
  const wait = told > 0 ? told * 1_000 : firstWait * 2 ** count
  const headers = new Headers(response.headers)
  headers.set('Retry-After', String(Math.ceil(Math.min(wait, longestWait) / 1_000)))
  return new Response(response.body, { status: 429, headers })
}

/** auth-js gives up a session after a 429, and retries later after a 503. */
export const rateLimitAsOutage =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    return answer.status === 429 && isRefresh(input)
      ? new Response(answer.body, { status: 503, headers: answer.headers })
      : answer
  }
