const patience = 10_000
const picturePatience = 60_000

/** A fetch with a timeout that fails with an AbortError, because supabase-js retries after any other error. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), url.includes('/storage/v1/') ? picturePatience : patience)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  return fetch(input, { ...init, signal }).finally(() => clearTimeout(timer))
}
