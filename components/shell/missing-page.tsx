import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { NotFoundPage } from './error-page'
import { SearchInstead } from './search-instead'

/** The 404 page and its status. Without a boundary around notFound(), Next would store an empty document. */
export function MissingPage({ path }: { path?: string }) {
  return (
    <>
      <NotFoundPage path={path}>
        <SearchInstead />
      </NotFoundPage>
      <Suspense>
        <NotFoundStatus />
      </Suspense>
    </>
  )
}

function NotFoundStatus(): never {
  notFound()
}
