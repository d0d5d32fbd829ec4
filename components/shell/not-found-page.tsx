'use client'

import { useBrowserValue } from '@/lib/browser/create-store'
import { ErrorPage } from './error-page'

/**
 * @param path the address a route refused, where the route knows it; one stored page answers for every other missing
 * address, so the browser fills that in
 */
export function NotFoundPage({ path }: { path?: string }) {
  const message = useBrowserValue(sayWhatIsMissing, path ? refused(path) : 'Page not found')
  return <ErrorPage status={404} message={message} />
}

/** An address shaped like a category or a post met a route that refused it, query and all; any other met none. */
function sayWhatIsMissing(): string {
  const { pathname, search } = window.location
  return /^\/[^/]+(\/[^/]+)?$/.test(pathname)
    ? refused(readable(pathname + search))
    : `Page not found: ${readable(pathname)}`
}

const refused = (address: string): string => `Page Not Found: ${address}`

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
