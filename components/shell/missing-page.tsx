import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { NotFoundPage } from './error-page'

/**
 * What a page shows for something that does not exist: the 404 page as content of its own, and its status. Next keeps
 * what stands around a boundary in which notFound() is called; without one it would store an empty document.
 */
export function MissingPage({ path }: { path?: string }) {
  return (
    <>
      <NotFoundPage path={path} />
      <Suspense>
        <NotFoundStatus />
      </Suspense>
    </>
  )
}

function NotFoundStatus(): never {
  notFound()
}
