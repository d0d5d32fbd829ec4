import { t } from '../words/t.ts'
import { lookup } from 'node:dns/promises'
import { request as requestOverHttp } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Place = { address: string; family: number }

type Options = {
  /** Whether this machine itself may be asked, also without TLS. */
  toLoopback: boolean
  /** All addresses of a name; of an address itself. Asked once. */
  resolve?: (host: string) => Promise<Place[]>
  /** For all of it, from the name to the end of the answer, in milliseconds. */
  patience?: number
}

/** The status of the answer; null when there was none, or nothing was sent. In both cases what to say of it. */
export type Answer = { status: number | null; words: string }

/** Nobody reads the body of the answer: so much of it is awaited for politeness' sake, in bytes, and so long, in milliseconds. */
const politeness = { bytes: 65_536, time: 1_000 }

const refuse = (words: string): Answer => ({ status: null, words })

/**
 * Posts a text to an address that somebody else chose, and to the open internet alone: its name is resolved once, each
 * address it has is looked at, and the connection goes to exactly these. Redirects are not followed.
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
      // A connection of its own: none that was made for another name's address.
      agent: false,
      signal,
      lookup: pinned,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    })
    asked.on('error', reject)
    // An answer of 101 is no response: without this nobody would hear of it.
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

/** The same promise, given up when the signal says so. */
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

/** The part of IPv6 that is given out; the rest leads home, to IPv4 in disguise, or nowhere. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Where an IP address leads: 'public' to the open internet, 'loopback' to this machine, 'private' into a network that
 * is not everybody's, of whatever kind, in whatever spelling.
 */
export function reachOf(address: string): 'public' | 'loopback' | 'private' {
  if (!ipaddr.isValid(address)) return 'private'
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(givenOut)
  return range === 'unicast' && isGivenOut ? 'public' : 'private'
}
