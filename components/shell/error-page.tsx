'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect } from 'react'
import { createStore, useBrowserValue } from '@/lib/browser/create-store'
import { Button } from '../ui/button'

export function ErrorPage(props: {
  status: number
  message?: string
  sorry?: string
  back?: string
  children?: ReactNode
}) {
  const { status, message, sorry = t('shell.errorPage.sorry'), back = t('shell.errorPage.goBack') } = props
  function goBack() {
    if (window.history.length > 1) window.history.back()
    else window.location.assign('/')
  }
  return (
    <div className="error-page">
      <h1 className="tabular">{status}</h1>
      <p>{sorry}</p>
      {message && <p>{message}</p>}
      <form
        action="/"
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault()
          goBack()
        }}
      >
        <Button type="submit" look="default">
          {back}
        </Button>
      </form>
      {props.children}
    </div>
  )
}

/** Whether the 404 page is shown: its route is that of the page that wasn't found. */
export const isMissing = createStore(false)

/** The stored 404 page serves every address, so the browser fills in the missing one. */
export function NotFoundPage({ path, children }: { path?: string; children: ReactNode }) {
  const message = useBrowserValue(sayWhatIsMissing, path ? refused(path) : t('common.pageNotFound'))
  useEffect(() => {
    isMissing.write(true)
    return () => isMissing.write(false)
  }, [])
  return (
    <ErrorPage status={404} message={message}>
      {children}
    </ErrorPage>
  )
}

/**
 * An address shaped like a category or a post reached a route that refused it, with its query; any other reached none.
 */
function sayWhatIsMissing(): string {
  const { pathname, search } = window.location
  return /^\/[^/]+(\/[^/]+)?$/.test(pathname)
    ? refused(readable(pathname + search))
    : t('shell.errorPage.notFound', { pathname: readable(pathname) })
}

const refused = (address: string): string => t('shell.errorPage.refused', { address })

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
