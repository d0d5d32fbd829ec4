import { fetchWithTimeout } from './fetch-with-timeout'
import { LRUCache } from 'lru-cache'

/** How long a read may take, in milliseconds; less after several failures in a row, so that not every page waits. */
const patience = 10_000
const patienceInOutage = 3_000
const isOutage = () => failures > 2
let failures = 0

/** If the backend fails, the last response to the same request replaces it. */
export const fetchWithFallback: typeof fetch = async (input, init) => {
  const key = `${init?.method ?? 'GET'} ${String(input)} ${String(init?.body ?? '')}`
  const response = await ask(input, init).catch((error: unknown) => error as Error)
  if (response instanceof Error || response.status >= 500) {
    failures++
    const fallback = readFallback(key)
    if (fallback) return fallback
    if (response instanceof Error) throw response
    return response
  }
  failures = 0
  if (!response.ok) return response
  const { status, headers } = response
  const body = await response.text()
  storeFallback(key, { status, headers: [...headers], body })
  return new Response(body, { status, headers })
}

/** Retries once immediately if the connection broke: the backend may only have closed an idle one. */
async function ask(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const signal = AbortSignal.timeout(isOutage() ? patienceInOutage : patience)
  return fetchWithTimeout(input, { ...init, signal }).catch((error) => {
    if (signal.aborted) throw error
    return fetchWithTimeout(input, { ...init, signal })
  })
}

/** How much is kept, in characters of text. The least recently used are removed first. */
const maxSize = 32_000_000

type Stored = { status: number; headers: [string, string][]; body: string }

// Next loads this file once for pages and once for routes, and clearing it must reach both.
const shared = globalThis as { signpostFallbacks?: LRUCache<string, Stored> }
const responses = (shared.signpostFallbacks ??= new LRUCache<string, Stored>({
  maxSize,
  sizeCalculation: ({ body }) => body.length + 1,
}))

export function storeFallback(request: string, response: Stored): void {
  responses.set(request, response)
}

export function readFallback(request: string): Response | null {
  const response = responses.get(request)
  return response ? new Response(response.body, response) : null
}

/** Drops every response, because each may contain something that was deleted. */
export function clearFallbacks(): void {
  responses.clear()
}
