import { type IncomingMessage, Server, type ServerResponse } from 'node:http'

type Handle = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

/** Passes every request to `handle` before Next, which passes it on with `pass`. The last one added runs first. */
export function beforeRequests(handle: Handle): void {
  const emit = Server.prototype.emit as (this: Server, event: string, ...given: unknown[]) => boolean
  Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]): boolean {
    const pass = () => emit.apply(this, [event, ...given])
    if (event !== 'request') return pass()
    handle(given[0] as IncomingMessage, given[1] as ServerResponse, pass)
    return true
  }
}
