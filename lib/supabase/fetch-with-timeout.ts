/** How long the backend may take to answer, in milliseconds; pictures are longer on their way. */
const patience = 10_000
const picturePatience = 60_000

/** A fetch that gives up: with an AbortError, since supabase-js sends again what failed in any other way. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), url.includes('/storage/v1/') ? picturePatience : patience)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  return fetch(input, { ...init, signal }).finally(() => clearTimeout(timer))
}
