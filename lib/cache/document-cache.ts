import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { beforeRequests } from '../publish/before-requests'
import { isSessionFresh } from '../session/cookie'
import { changeCount } from './tags'

/** Total size of all documents in bytes. */
const maxSize = 8 * 1024 * 1024
/** In milliseconds. A page may be 30 seconds old when it is kept, and must show a change within a minute. */
const ttl = 10_000
/** In bytes, so that invented addresses don't take all the room. */
const longestAddress = 1_000

type Document = { headers: OutgoingHttpHeaders; body: Buffer; changes: number }

const documents = new LRUCache<string, Document>({
  maxSize,
  ttl,
  sizeCalculation: ({ body }, key) => body.length + key.length + 1_000,
})

/** What browsers and proxies send with every request. Anything else may ask Next for something other than the page. */
const ordinary = new Set(
  `accept accept-encoding accept-language cache-control connection cookie dnt forwarded host if-modified-since
  if-none-match pragma priority referer save-data upgrade-insecure-requests user-agent via x-forwarded-for
  x-forwarded-host x-forwarded-port x-forwarded-proto x-real-ip x-request-id`.split(/\s+/),
)
const isOrdinary = (name: string): boolean => ordinary.has(name) || name.startsWith('sec-')

// As in next.config.mjs and middleware.ts.
const nameOfSession = /-auth-token/
const session = /-auth-token(?:\.\d+)?=/
const draft = /__prerender_bypass|__next_preview/

/** Whose headers the document has; null if more than the page store decides about this request. */
function kindOfReader(cookie: string): 'visitor' | 'member' | null {
  if (draft.test(cookie)) return null
  if (!nameOfSession.test(cookie)) return 'visitor'
  return session.test(cookie) && isSessionFresh(cookie) ? 'member' : null
}

function keyOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || url!.length > longestAddress || !Object.keys(headers).every(isOrdinary)) return null
  const reader = kindOfReader(headers.cookie ?? '')
  return reader && `${reader} ${headers['accept-encoding'] ?? ''} ${url}`
}

/**
 * Answers a document that was just sent from the page store, before Next handles the request: compressed already, for a
 * tenth of the work. Any change forgets all of them (docs/decisions/0018-documents-before-next.md).
 */
export function keepDocuments(): void {
  beforeRequests((request, response, pass) => {
    const key = keyOf(request)
    if (!key) return pass()
    const kept = documents.get(key)
    // Without a socket, it waits for the answer to an earlier request of its connection, and such requests are limited.
    if (kept?.changes === changeCount() && response.socket) return send(kept, response)
    record(response, (document) => documents.set(key, document))
    pass()
  })
}

function send({ headers, body }: Document, response: ServerResponse): void {
  for (const name in headers) response.setHeader(name, headers[name]!)
  response.setHeader('content-length', body.length)
  response.writeHead(200)
  response.end(body)
}

/** Keeps what Next sends for this request if it came whole from the page store and nothing has changed since. */
function record(response: ServerResponse, keep: (document: Document) => void): void {
  const changes = changeCount()
  const chunks: Buffer[] = []
  const { write, end } = response as unknown as Record<'write' | 'end', (...given: unknown[]) => unknown>
  const note = (chunk: unknown, encoding: unknown) => {
    if (!isFromStore(response)) return
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding as BufferEncoding))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const noting = (send: typeof write) => (chunk: unknown, encoding: unknown, done: unknown) => {
    note(chunk, encoding)
    return send.call(response, chunk, encoding, done)
  }
  Object.assign(response, { write: noting(write), end: noting(end) })
  response.once('finish', () => {
    if (!isFromStore(response) || changes !== changeCount()) return
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = response.getHeaders()
    keep({ headers, body: Buffer.concat(chunks), changes })
  })
}

const isFromStore = (response: ServerResponse): boolean =>
  response.statusCode === 200 &&
  response.getHeader('x-nextjs-cache') === 'HIT' &&
  response.hasHeader('etag') &&
  !response.hasHeader('set-cookie')
