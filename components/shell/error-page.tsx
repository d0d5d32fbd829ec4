'use client'

import { useBrowserValue } from '@/lib/browser/create-store'
import { Button } from '../ui/button'

export function ErrorPage({ status, message }: { status: number; message?: string }) {
  function goBack() {
    if (window.history.length > 1) window.history.back()
    else window.location.assign('/')
  }
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-20 text-center">
      <h1 className="tabular text-xl font-semibold">{status}</h1>
      <p className="mt-2 text-base">Oops! The page you are looking for does not exist.</p>
      {message && <p className="mt-2 text-ink-soft">{message}</p>}
      <form
        action="/"
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault()
          goBack()
        }}
      >
        <Button type="submit" look="default">
          Go Back
        </Button>
      </form>
    </div>
  )
}

/** The stored 404 page serves every address, so the browser fills in the one that is missing. */
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
