import { Socket } from 'node:net'

export type Connection = { host: string; port: number }

// Loaded into a server under test. Reports every connection that it opens to its parent.
const connect = Socket.prototype.connect
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  // Node's own callers pass their arguments as one list.
  const [target] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string; port?: unknown }]
  process.send?.({ host: target.host ?? 'localhost', port: Number(target.port) } satisfies Connection)
  return Reflect.apply(connect, this, args)
} as typeof connect
