import 'server-only'

const noStore = { 'Cache-Control': 'private, no-store' }

/** An answer for one person only. */
export function answerPrivate(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: noStore })
}
