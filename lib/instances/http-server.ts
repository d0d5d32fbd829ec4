import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/** Otherwise a proxy would keep its connections to a server that waits for them to end, until it is killed. */
export function closeConnections(): void {
  subscribe('http.server.request.start', (message) => {
    ;(message as { response: ServerResponse }).response.shouldKeepAlive = false
  })
}

const variable = '__NEXT_PRIVATE_ORIGIN'

/** Next forwards some actions with cookies to "localhost", which can be ::1, where another user may listen. */
export function forwardToItself({ argv, env }: Pick<NodeJS.Process, 'argv' | 'env'>): void {
  // A server on "localhost" by name may listen on ::1.
  const isNamed = [...argv, env.HOSTNAME].some((chosen) => chosen?.endsWith('localhost'))
  const origin = env[variable]
  if (origin && !isNamed) env[variable] = origin.replace('//localhost:', '//127.0.0.1:')
}
