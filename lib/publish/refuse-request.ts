import type { IncomingMessage, ServerResponse } from 'node:http'
import { tooBusy } from '../schemas/action-result'

/** Milliseconds. Closed right away, the connection would be reset and the response could get lost. */
export const linger = 1_000

const reasons = {
  400: 'This action does not accept this request.',
  405: 'This method is not allowed.',
  408: 'The request took too long to arrive.',
  413: 'The request body is too large.',
  415: 'This content type is not supported.',
  503: tooBusy,
}

export function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: keyof typeof reasons,
): void {
  request.push = () => false
  const headers = {
    Connection: 'close',
    'Cache-Control': 'no-store',
    // Next only shows its caller the reason of a refused action if this is exactly the type.
    'Content-Type': 'text/plain',
    'Content-Length': Buffer.byteLength(reasons[status]),
    ...(status === 503 && { 'Retry-After': '1' }),
  }
  response.writeHead(status, headers).write(reasons[status])
  setTimeout(() => response.end(), request.complete ? 0 : linger)
}
