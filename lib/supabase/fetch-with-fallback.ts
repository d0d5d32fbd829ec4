import { LRUCache } from 'lru-cache'

/** How long a read may take, in milliseconds; less after several failures in a row, so that not every page waits. */
const patience = 10_000
const patienceInOutage = 3_000
const isOutage = () => failures > 2
let failures = 0

/** If the backend fails, the last response to the same request replaces it. */
export const fetchWithFallback: typeof fetch = async (input, init) => {
  const key = `${init?.method ?? 'GET'} ${String(input)} ${String(init?.body ?? '')}`
  const answer = await ask(input, init).catch((error: unknown) => error as Error)
  if (answer instanceof Error || answer.status >= 500) {
    failures++
    const fallback = readFallback(key)
    if (fallback) return fallback
    if (answer instanceof Error) throw answer
  } else failures = 0
  if (answer.status >= 200 && answer.status < 300) storeFallback(key, answer)
  return respond(answer)
}

/** The client library reads no others, and thousands of answers are remembered. */
const usedHeaders = new Set(['content-range', 'content-type'])

/** Retries once immediately if the connection broke: the backend may only have closed an idle one. */
async function ask(...[input, init]: Parameters<typeof fetch>): Promise<Stored> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), isOutage() ? patienceInOutage : patience)
  const once = async () => {
    const response = await fetch(input, { ...init, signal: limit.signal })
    const headers = [...response.headers].filter(([name]) => usedHeaders.has(name))
    return { status: response.status, headers, body: await response.text() }
  }
  try {
    return await once().catch((error) => {
      if (limit.signal.aborted) throw error
      return once()
    })
  } finally {
    clearTimeout(timer)
  }
}

const hasNoBody = new Set([204, 205, 304])
const respond = ({ body, ...head }: Stored): Response =>
  new Response(hasNoBody.has(head.status) ? null : body, head)

/** How much is kept, in bytes of memory. The least recently used are removed first. */
const maxSize = 32_000_000
/** What a response takes besides its texts. */
const overhead = 600

type Stored = { status: number; headers: [string, string][]; body: string }

// Next loads this file once for pages and once for routes, and clearing it must reach both.
const shared = globalThis as { signpostFallbacks?: LRUCache<string, Stored> }
const responses = (shared.signpostFallbacks ??= new LRUCache<string, Stored>({
  maxSize,
  sizeCalculation: ({ body }, request) => request.length + body.length + overhead,
}))

export function storeFallback(request: string, response: Stored): void {
  responses.set(request, response)
}

export function readFallback(request: string): Response | null {
  const response = responses.get(request)
  return response ? respond(response) : null
}

/** Drops every response, because each may contain something that was deleted. */
export function clearFallbacks(): void {
  responses.clear()
}
