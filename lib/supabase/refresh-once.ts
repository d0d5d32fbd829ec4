import { boundedFetch } from './bounded-fetch'
import { isRefresh, limitAsOutage } from './limit-as-outage'

/** How long one answer serves everybody who holds the same used-up token, in milliseconds. */
const shareTime = 30_000
const answers = new Map<string, Promise<Response>>()
const send = limitAsOutage(boundedFetch)

/**
 * A fetch that sends each refresh token once. A page's parallel requests all carry the same expired token, and
 * a token that is used twice ends the session: so the first answer is shared.
 */
export const refreshOnce: typeof fetch = async (input, init) => {
  if (!isRefresh(input) || typeof init?.body !== 'string') return boundedFetch(input, init)
  const key = init.body
  let answer = answers.get(key)
  if (!answer) {
    answer = send(input, init)
    answers.set(key, answer)
    setTimeout(() => answers.delete(key), shareTime)
    // A failed attempt may be repeated at once.
    answer.then(
      ({ ok }) => ok || answers.delete(key),
      () => answers.delete(key),
    )
  }
  return (await answer).clone()
}
