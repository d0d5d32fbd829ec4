/** Answers a request that came from the network address `peer`. */
export type Handler = (request: Request, peer: string) => Promise<Response>

/** The path of a request as the API reads it, however it is spelt; an unreadable one as it is. */
export function pathOf(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The JSON object that a request carries, which can be read once more; null when it carries something else. */
export async function objectIn(request: Request): Promise<Record<string, unknown> | null> {
  const sent: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return typeof sent === 'object' ? (sent as Record<string, unknown> | null) : null
}
