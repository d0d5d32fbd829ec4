import { lookup } from 'node:dns/promises'
import { request as requestOverHttp, type ClientRequest, type RequestOptions } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Place = { address: string; family: number }

export type ReachOptions = {
  toLoopback: boolean
  resolve?: (host: string) => Promise<Place[]>
}

/** `private` if any address of its name isn't on the public internet, `plain` without TLS. */
export async function findPlaces(
  url: URL,
  { toLoopback, resolve = (host) => lookup(host, { all: true }) }: ReachOptions,
): Promise<Place[] | 'private' | 'plain'> {
  const places = await resolve(url.hostname.replace(/^\[|\]$/g, ''))
  const reaches = new Set(places.map((place) => reachOf(place.address)))
  if (toLoopback && reaches.size === 1 && reaches.has('loopback')) return places
  if (!(reaches.size === 1 && reaches.has('public'))) return 'private'
  return url.protocol === 'https:' ? places : 'plain'
}

/** A request that connects to exactly these places, whatever the name leads to by now. It follows no redirect. */
export function requestAt(url: URL, places: Place[], options: RequestOptions): ClientRequest {
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, places) : done(null, places[0]!.address, places[0]!.family)
  const request = url.protocol === 'https:' ? requestOverHttps : requestOverHttp
  // A new connection, so that none is reused that was made for another name's address.
  return request(url, { ...options, agent: false, lookup: pinned })
}

export async function soon<T>(promise: Promise<T>, over: AbortSignal): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => over.addEventListener('abort', () => reject(over.reason as Error))),
  ])
}

/** The part of IPv6 that is allocated. The rest leads to this machine, to IPv4 in disguise, or nowhere. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/** Where an IP address leads, in whatever spelling. */
export function reachOf(address: string): 'public' | 'loopback' | 'private' {
  if (!ipaddr.isValid(address)) return 'private'
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(givenOut)
  return range === 'unicast' && isGivenOut ? 'public' : 'private'
}
