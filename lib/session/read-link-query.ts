import 'server-only'
import { cookies } from 'next/headers'
import { linkCookie } from './link-query'

/** What the link that led to this page said in its query (hideLinkQuery). */
export async function readLinkQuery(): Promise<URLSearchParams> {
  return new URLSearchParams((await cookies()).get(linkCookie)?.value)
}
