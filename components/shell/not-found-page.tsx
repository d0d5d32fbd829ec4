'use client'

import { useBrowserValue } from '@/lib/browser/use-browser-value'
import { ErrorPage } from './error-page'

/** One stored page answers for every missing address, so the address is filled in by the browser. */
export function NotFoundPage() {
  const message = useBrowserValue(sayWhatIsMissing, 'Page not found')
  return <ErrorPage status={404} message={message} />
}

/** An address shaped like a category or a post met a route that refused it, query and all; any other met none. */
function sayWhatIsMissing(): string {
  const { pathname, search } = window.location
  return /^\/[^/]+(\/[^/]+)?$/.test(pathname)
    ? `Page Not Found: ${readable(pathname + search)}`
    : `Page not found: ${readable(pathname)}`
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
