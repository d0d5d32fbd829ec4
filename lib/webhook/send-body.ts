import { t } from '../words/t.ts'
import { lookup } from 'node:dns/promises'
import { request as requestOverHttp } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Place = { address: string; family: number }

type Options = {
  /** Whether this machine itself may be called, also without TLS. */
  toLoopback: boolean
  /** All addresses of a name, or the address itself. Resolved once. */
  resolve?: (host: string) => Promise<Place[]>
  /** For everything from the name lookup to the end of the response, in milliseconds. */
  patience?: number
}

/** The status of the response; null if there was none or nothing was sent, with the reason in both cases. */
export type Answer = { status: number | null; words: string }

/** No one reads the body of the response, so only this many bytes are awaited, and only this long, in milliseconds. */
const politeness = { bytes: 65_536, time: 1_000 }

const refuse = (words: string): Answer => ({ status: null, words })

/**
 * Posts a text to an address that someone else chose, but only to the public internet: the name is resolved once, each
 * of its addresses is checked, and the connection goes to exactly these. Redirects aren't followed.
 */
export async function sendBody(
  address: string,
  body: string,
  headers: Record<string, string>,
  { toLoopback, resolve = (host) => lookup(host, { all: true }), patience = 10_000 }: Options,
): Promise<Answer> {
  const url = URL.parse(address)
  if (!url) return refuse(t('webhook.sendBody.notSentThisIsnt'))
  const over = AbortSignal.timeout(patience)
  try {
    const places = await soon(resolve(url.hostname.replace(/^\[|\]$/g, '')), over)
    const reaches = new Set(places.map((place) => reachOf(place.address)))
    const isLoopback = toLoopback && reaches.size === 1 && reaches.has('loopback')
    if (!isLoopback && !(reaches.size === 1 && reaches.has('public'))) {
      return refuse(t('webhook.sendBody.notSentTheAddress'))
    }
    if (!isLoopback && url.protocol !== 'https:') return refuse(t('webhook.sendBody.notSentTheAddress2'))
    const status = await soon(post(url, places, body, headers, over), over)
    return { status, words: wordsOf(status) }
  } catch (error) {
    if (over.aborted)
      return refuse(t('webhook.sendBody.noResponseWithinSeconds', { patience: patience / 1_000 }))
    return refuse(
      t('webhook.sendBody.noResponse', {
        code: (error as { code?: string }).code ?? 'the connection failed',
      }),
    )
  }
}

function post(
  url: URL,
  places: Place[],
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, places) : done(null, places[0]!.address, places[0]!.family)
  const request = url.protocol === 'https:' ? requestOverHttps : requestOverHttp
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'POST',
      // A new connection, so that none is reused that was made for another name's address.
      agent: false,
      signal,
      lookup: pinned,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    })
    asked.on('error', reject)
    // A 101 isn't reported as a response, so without this handler no one would learn of it.
    asked.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode!)
    })
    asked.on('response', (answer) => {
      let length = 0
      const leave = () => {
        clearTimeout(leaving)
        asked.destroy()
        resolve(answer.statusCode!)
      }
      const leaving = setTimeout(leave, politeness.time)
      answer.on('data', (part: Buffer) => (length += part.length) > politeness.bytes && leave())
      answer.on('end', leave)
      answer.on('error', leave)
    })
    asked.end(body)
  })
}

/** The same promise, abandoned when the signal aborts. */
async function soon<T>(promise: Promise<T>, over: AbortSignal): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => over.addEventListener('abort', () => reject(over.reason as Error))),
  ])
}

function wordsOf(status: number): string {
  if (status >= 200 && status < 300) return t('webhook.sendBody.respondedWith', { status })
  if (status >= 300 && status < 400) return t('webhook.sendBody.respondedWithRedirectsArent', { status })
  if (status === 410) return t('webhook.sendBody.respondedWith410The')
  return t('webhook.sendBody.respondedWith', { status })
}

/** The part of IPv6 that is allocated. The rest leads to this machine, to IPv4 in disguise, or nowhere. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Where an IP address leads: 'public' to the internet, 'loopback' to this machine, 'private' to any other network, in
 * whatever spelling.
 */
export function reachOf(address: string): 'public' | 'loopback' | 'private' {
  if (!ipaddr.isValid(address)) return 'private'
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(givenOut)
  return range === 'unicast' && isGivenOut ? 'public' : 'private'
}
