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

const variable = '__NEXT_PRIVATE_ORIGIN'

/**
 * Next forwards an action to a page that has it over the network, with the member's cookies. It calls a server that
 * listens on 0.0.0.0 "localhost", which can also be ::1, where somebody else's program may listen.
 */
export function forwardToItself({ argv, env }: Pick<NodeJS.Process, 'argv' | 'env'>): void {
  // Who listens on "localhost" by name may listen on ::1.
  const isNamed = [...argv, env.HOSTNAME].some((chosen) => chosen?.endsWith('localhost'))
  const origin = env[variable]
  if (origin && !isNamed) env[variable] = origin.replace('//localhost:', '//127.0.0.1:')
}
