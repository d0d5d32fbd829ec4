import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fairPool } from './fair-pool'
import { fairQueue, type Slot } from './fair-queue'
import { refuseRequest } from './refuse-request'
import { networkOf, senderNetwork } from './sender-network'

/**
 * Requests that are worked on at once and that wait for their turn, of everybody and of one network. A thousand pages made
 * at once take most of the memory a small server has. A search takes 20 ms of the one thread, so somebody else's page
 * waits less than a second for those of one network, once its connection is accepted.
 */
const enter = fairQueue({ atOnce: 256, atOncePerSender: 32, waiting: 2_000, waitingPerSender: 500 })
/** A slot is given to another network after so many milliseconds, also while the reader takes an answer slowly. */
const longestTurn = 5_000
/**
 * Milliseconds that a request which is still worked on counts for its network. Next can answer an action by a request to
 * itself, which waits for its turn as well: without an end both could wait for ever.
 */
const longestShare = 10_000
/** What a request emits when its turn has come. */
export const turn = Symbol('turn')
/** Requests a connection may send before it reads its first answer. Browsers and proxies send one. */
const pipelined = 32
/** Shares the connections that are open at once between the addresses they come from. */
const openConnection = fairPool(4_096)

const serverOptions = {
  // An `Upgrade` is ignored, and the request answered like any other: the site has no other protocol, and Next leaves
  // such a connection open for ever.
  shouldUpgradeCallback: () => false,
  // Milliseconds for the headers of a request, and without any progress while a body or an answer is on its way.
  headersTimeout: 20_000,
  timeout: 120_000,
}

/**
 * Limits how many connections there are, and how much work is begun at once, for the whole server, each network
 * and each connection: Node begins every request as soon as it's read.
 */
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

/** @param handle fulfilled when the work is done, which goes on when the sender leaves */
function admit(request: IncomingMessage, response: ServerResponse, handle: () => Promise<unknown>): void {
  const { socket } = request
  const asked = (unanswered.get(socket) ?? 0) + 1
  if (asked > pipelined) return void socket.destroy()
  unanswered.set(socket, asked)
  let giveBack = () => {}
  let work: Promise<unknown> = Promise.resolve()
  // Next has nine or ten of its own, and Node warns of the eleventh.
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
  // Whoever left meanwhile needs no answer, nor who was refused.
  const isGone = () => socket.destroyed || response.headersSent
  if (!enter(senderNetwork(request), { isGone, begin })) refuseRequest(request, response, 503)
}
