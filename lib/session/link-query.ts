import { NextResponse, type NextRequest } from 'next/server'
import { env } from '../env'
import 'server-only'
import { cookies } from 'next/headers'

/** The pages that external links lead to with a secret in the query, and the parameters to remove from the address. */
export const linkPages: Record<string, string[]> = {
  '/auth/confirm': ['token_hash', 'type', 'next'],
  '/auth/own': ['token', 'next'],
  '/auth/invitation': ['key'],
  '/auth/callback': ['code', 'next', 'start', 'error', 'error_code', 'error_description'],
  '/notifications/mail': ['token'],
}

const linkCookie = 'signpost-link'

/** In seconds: as long as the link of an email works. */
const lifetime = 3600
/** Longer than any of our links. Browsers store no cookie above 4,096 bytes. */
const longest = 3000

export const isLinkPage = (path: string): boolean => path in linkPages

/** Addresses end up in the history, in logs, and in what Next stores of a page. */
export function hideLinkQuery({ method, nextUrl, url }: NextRequest): NextResponse | null {
  const { pathname, searchParams } = nextUrl
  const moved = (linkPages[pathname] ?? []).filter((name) => searchParams.has(name))
  if (method === 'POST' || moved.length === 0) return null
  const query = new URLSearchParams(moved.map((name) => [name, searchParams.get(name)!])).toString()
  // Not a clone of nextUrl, which uses localhost for every loopback address.
  const address = new URL(url)
  for (const name of moved) address.searchParams.delete(name)
  const response = NextResponse.redirect(address, 303)
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('Referrer-Policy', 'no-referrer')
  response.cookies.set(linkCookie, query.length > longest ? '' : query, {
    path: pathname,
    maxAge: lifetime,
    httpOnly: true,
    sameSite: 'lax',
    secure: env.SITE_URL.startsWith('https:'),
  })
  return response
}

export async function readLinkQuery(): Promise<URLSearchParams> {
  return new URLSearchParams((await cookies()).get(linkCookie)?.value)
}
