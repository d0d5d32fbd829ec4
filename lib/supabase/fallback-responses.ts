import { LRUCache } from 'lru-cache'

/** How much is kept, in characters of text; the least recently used go first. */
const maxSize = 32_000_000

type Stored = { status: number; headers: [string, string][]; body: string }

// Next loads this file once for pages and once for routes; clearing it must reach both.
const shared = globalThis as { signpostFallbacks?: LRUCache<string, Stored> }
const responses = (shared.signpostFallbacks ??= new LRUCache<string, Stored>({
  maxSize,
  sizeCalculation: ({ body }) => body.length + 1,
}))

/** Keeps a good response in case the same request fails later. */
export function storeFallback(request: string, response: Stored): void {
  responses.set(request, response)
}

/** The last good response to a request; null when there is none. */
export function readFallback(request: string): Response | null {
  const response = responses.get(request)
  return response ? new Response(response.body, response) : null
}

/** Drops every response: each may hold what was deleted. */
export function clearFallbacks(): void {
  responses.clear()
}
