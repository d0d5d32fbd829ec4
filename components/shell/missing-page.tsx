import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { NotFoundPage } from './error-page'

/** The 404 page and its status. Without a boundary around notFound(), Next would store an empty document. */
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
