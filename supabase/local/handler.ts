/** Answers a request that came from the network address `peer`. */
export type Handler = (request: Request, peer: string) => Promise<Response>

/** A request's path as the API reads it, however it is spelled. A path that can't be decoded stays as it is. */
export function pathOf(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The JSON object in a request's body, which can still be read again; null for any other body. */
export async function objectIn(request: Request): Promise<Record<string, unknown> | null> {
  const sent: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return typeof sent === 'object' ? (sent as Record<string, unknown> | null) : null
}
