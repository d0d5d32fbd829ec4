import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/**
 * From now on each answer is the last of its connection. A proxy that goes on asking would else keep its connections
 * to a server that waits for their end, until it is killed.
 */
export function closeConnections(): void {
  subscribe('http.server.request.start', (message) => {
    ;(message as { response: ServerResponse }).response.shouldKeepAlive = false
  })
}
