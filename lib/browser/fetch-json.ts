import type { FetchOptions } from 'ofetch'

/** ofetch is loaded with the first request, because most visits make none. */
export async function fetchJson<Answer>(url: string, options: FetchOptions<'json'> = {}): Promise<Answer> {
  const { ofetch } = await import('ofetch')
  return ofetch<Answer>(url, { timeout: 15_000, ...options })
}
