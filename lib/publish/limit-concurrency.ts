import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fairPool } from './fair-pool'
import { fairQueue, type Slot } from './fair-queue'
import { refuseRequest } from './refuse-request'
import { networkOf, senderNetwork } from './sender-network'

/** In total and per network. A thousand pages rendered at once take most of a small server's memory. */
const enter = fairQueue({ atOnce: 256, atOncePerSender: 32, waiting: 2_000, waitingPerSender: 500 })
/** Milliseconds until a slot goes to another network, even if the client is still reading its response. */
const longestTurn = 5_000
/** In milliseconds. Next can answer an action with a request to itself, and both could wait forever. */
const longestShare = 10_000
export const turn = Symbol('turn')
/** Requests that a connection may send before it reads its first response. Browsers and proxies send one. */
const pipelined = 32
const openConnection = fairPool(4_096)

const serverOptions = {
  // Next would leave such a connection open forever, and the site has no other protocol.
  shouldUpgradeCallback: () => false,
  // Milliseconds for the headers of a request, and for a body or response that makes no progress.
  headersTimeout: 20_000,
  timeout: 120_000,
}

/** Node starts every request as soon as it is read. */
export function limitConcurrency(): void {
  const emit = Server.prototype.emit as (this: Server, event: string, ...given: unknown[]) => boolean
  Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]): boolean {
    if (event === 'connection') {
      Object.assign(this, serverOptions)
      share(given[0] as Socket)
    }
    if (event !== 'request') return emit.apply(this, [event, ...given])
    const handle = () => Promise.all(this.listeners(event).map((handler) => handler.apply(this, given)))
    admit(given[0] as IncomingMessage, given[1] as ServerResponse, handle)
    return true
  }
}

function share(socket: Socket): void {
  const connection = openConnection(networkOf(socket.remoteAddress ?? ''), () => socket.destroy())
  connection.add(1)
  socket.once('close', connection.release)
}

const unanswered = new WeakMap<Socket, number>()

function admit(request: IncomingMessage, response: ServerResponse, handle: () => Promise<unknown>): void {
  const { socket } = request
  const asked = (unanswered.get(socket) ?? 0) + 1
  if (asked > pipelined) return void socket.destroy()
  unanswered.set(socket, asked)
  let giveBack = () => {}
  let work: Promise<unknown> = Promise.resolve()
  // Next adds nine or ten of its own, and Node warns at the eleventh.
  response.setMaxListeners(20)
  response.once('close', () => {
    unanswered.set(socket, unanswered.get(socket)! - 1)
    if (response.writableEnded) giveBack()
    else void work.finally(() => giveBack())
  })
  const begin = ({ free, release }: Slot) => {
    request.emit(turn)
    const isWaitingForReader = () => response.writableEnded || response.writableNeedDrain
    const turnTimer = setTimeout(() => (isWaitingForReader() ? release() : free()), longestTurn).unref()
    const shareTimer = setTimeout(release, longestShare).unref()
    giveBack = () => {
      clearTimeout(turnTimer)
      clearTimeout(shareTimer)
      release()
    }
    work = handle()
  }
  const isGone = () => socket.destroyed || response.headersSent
  if (!enter(senderNetwork(request), { isGone, begin })) refuseRequest(request, response, 503)
}
