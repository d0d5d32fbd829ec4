import { Socket } from 'node:net'

// Loaded into a server under test: tells its parent the port of every connection that it opens.
const connect = Socket.prototype.connect
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  // Node's own callers pass their arguments as one list.
  const [target] = (Array.isArray(args[0]) ? args[0] : args) as [{ port?: unknown } | number | string]
  process.send?.({ connectsTo: Number(typeof target === 'object' ? target.port : target) })
  return Reflect.apply(connect, this, args)
} as typeof connect
