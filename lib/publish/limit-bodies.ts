import type { IncomingMessage, ServerResponse } from 'node:http'
import { imageLimits } from '../schemas/image'
import { importBytes } from '../schemas/import'
import { isActionBody, isCachedFunction } from './action-body'
import { beforeRequests } from './before-requests'
import { fairPool } from './fair-pool'
import { gatherBytes } from './gather-bytes'
import { turn } from './limit-concurrency'
import { linger, refuseRequest } from './refuse-request'
import { senderNetwork } from './sender-network'

/** In bytes, of routes that read the body themselves once they know who sends it. */
const streamed = new Map([
  ['/api/pictures', imageLimits.bytes],
  ['/api/imports', importBytes],
  ['/api/mail-events', 1024 * 1024],
])
/** The largest action call names 5,000 people (195 kB); a post's details take up to 40 kB. */
const actionBytes = 256 * 1024
const apiBytes = 256 * 1024
const isApi = (path: string) => path === '/api/mcp' || path.startsWith('/api/v1/')
/** Forms without JavaScript, email programs that unsubscribe, and what a host's cron sends. */
const otherBytes = 8 * 1024
const openHolding = fairPool(64 * 1024 * 1024)
/** Milliseconds for a whole body to arrive. Streams have as long as Node gives any request, five minutes. */
const patience = 60_000
/** Bytes of a stream that are passed on together, however small its chunks are. */
const piece = 16 * 1024

/** Next reads bodies to their end, and decodes an action's before it checks anything. Its middleware waits for them. */
export const limitBodies = (): void => beforeRequests(receive)

function receive(request: IncomingMessage, response: ServerResponse, pass: () => void): void {
  const { method, headers, url = '' } = request
  const path = url.split('?', 1)[0]!
  // It can't be turned into a Request, so Next answers with 500.
  if (method === 'TRACE') return refuseRequest(request, response, 405)
  // Next treats such a body as an action's. Only email programs send one, to this route.
  if (/multipart/i.test(headers['content-type'] ?? '') && !/^\/api\/mail\/[^/\\]+$/.test(path)) {
    return refuseRequest(request, response, 415)
  }
  const action = method === 'POST' ? headers['next-action'] : undefined
  const isAction = action !== undefined
  if (isAction && isCachedFunction(String(action))) return refuseRequest(request, response, 400)
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return pass()
  const isStreamed = streamed.has(path)
  const limit = streamed.get(path) ?? (isAction ? actionBytes : isApi(path) ? apiBytes : otherBytes)
  if (Number(headers['content-length']) > limit) return refuseRequest(request, response, 413)
  if (isStreamed) return stream(request, response, limit, pass)
  hold(request, limit, (body) => {
    if (typeof body === 'number') return refuseRequest(request, response, body)
    if (isAction && !isActionBody(body.toString())) return refuseRequest(request, response, 400)
    pass()
  })
}

function hold(request: IncomingMessage, limit: number, done: (body: Buffer | 408 | 413 | 503) => void): void {
  const { push } = request
  const gathered = gatherBytes(limit)
  const timer = setTimeout(() => fail(408), patience)
  const holding = openHolding(senderNetwork(request), () => fail(503))
  let isRefused = false
  function fail(status: 408 | 413 | 503) {
    isRefused = true
    clearTimeout(timer)
    holding.release()
    gathered.take()
    done(status)
  }
  request.once(turn, holding.release)
  request.once('close', () => {
    clearTimeout(timer)
    holding.release()
  })
  request.push = (chunk: Buffer | null) => {
    if (chunk) {
      if (gathered.add(chunk)) holding.add(chunk.length)
      else fail(413)
      return !isRefused
    }
    clearTimeout(timer)
    const body = gathered.take()
    request.push = push
    if (body.length > 0) request.push(body)
    request.push(null)
    done(body)
    return true
  }
}

/** Bytes over the limit are dropped, and the request ends with the route's response. */
function stream(request: IncomingMessage, response: ServerResponse, limit: number, pass: () => void): void {
  const { push } = request
  const gathered = gatherBytes(Infinity)
  let size = 0
  request.push = (chunk: Buffer | null) => {
    if (chunk === null) {
      if (gathered.size() > 0) push.call(request, gathered.take())
      return push.call(request, null)
    }
    if (size > limit) return false
    size += chunk.length
    gathered.add(chunk)
    return size > limit || gathered.size() >= piece ? push.call(request, gathered.take()) : true
  }
  response.once('finish', () => {
    if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), linger).unref()
  })
  pass()
}
