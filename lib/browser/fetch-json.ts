import type { FetchOptions } from 'ofetch'

/**
 * For the site's own JSON endpoints. ofetch sends objects as JSON, throws on 400-599 and retries temporary failures
 * once. It is loaded with the first request, because most visits make none.
 */
export async function fetchJson<Answer>(url: string, options: FetchOptions<'json'> = {}): Promise<Answer> {
  const { ofetch } = await import('ofetch')
  return ofetch<Answer>(url, { timeout: 15_000, ...options })
}
