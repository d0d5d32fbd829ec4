import { isRefresh } from './refresh-once'

/**
 * A fetch for which "too many token refreshes" (429) is an outage (503): auth-js gives a session up for the first,
 * and tries again later after the second. Nobody is signed out because others of the same network signed in.
 */
export const rateLimitAsOutage =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    return answer.status === 429 && isRefresh(input)
      ? new Response(answer.body, { status: 503, headers: answer.headers })
      : answer
  }
