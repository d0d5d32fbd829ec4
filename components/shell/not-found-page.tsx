'use client'

import { useSyncExternalStore } from 'react'
import { ErrorPage } from './error-page'

const never = () => () => {}

/** One stored page answers for every missing address, so the address is filled in by the browser. */
export function NotFoundPage() {
  const path = useSyncExternalStore(
    never,
    () => window.location.pathname,
    () => null,
  )
  return (
    <ErrorPage
      status={404}
      message={path === null ? 'Page not found' : `Page not found: ${readable(path)}`}
    />
  )
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
