'use client'

import { t } from '@/lib/words/t'
import { useParams, useSearchParams, useSelectedLayoutSegment } from 'next/navigation'
import { type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { readStoredSearch } from '@/lib/post/stored-search'
import { Icon } from '../ui/icon'
import type { LiveSearch } from './live-search'
import { useSectionHasSearch } from './navigation'

/** Search as you type, on the roadmap and the search page. */
export function SearchBox() {
  const isBesideSections = useSectionHasSearch()
  return useIsSearchPage() || isBesideSections ? <SearchOfPage /> : null
}

const useIsSearchPage = () => useSelectedLayoutSegment() === 'search'

/** A stored page doesn't know the query, so the document's first route decides. */
function SearchOfPage() {
  const isSearchPage = useIsSearchPage()
  const { asked } = useParams<{ asked?: string }>()
  const [isOfResults] = useState(isSearchPage)
  const [stored] = useState(asked)
  if (!isOfResults) return <LazySearch first="" />
  // A stored page's route contains the query.
  if (stored) return <LazySearch first={readFirst(stored)} />
  return (
    <Suspense fallback={<SearchForm />}>
      <SearchOfResults />
    </Suspense>
  )
}

const readFirst = (stored: string): string =>
  (typeof window === 'undefined'
    ? readStoredSearch(stored)?.query
    : new URLSearchParams(window.location.search).get('q')) ?? ''

const SearchOfResults = () => <LazySearch first={useSearchParams().get('q') ?? ''} />

/** A field that loads what searches once someone uses it. On the search page, it also follows the address. */
function LazySearch({ first }: { first: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [Live, setLive] = useState<typeof LiveSearch | null>(null)
  const isOfResults = useIsSearchPage()

  /** Tried again on the next use after a failure. Until then, the form leads to the search page. */
  function wake() {
    if (!Live)
      import('./live-search').then(
        (file) => setLive(() => file.LiveSearch),
        () => {},
      )
  }
  const catchUp = useEffectEvent(() => {
    const { value, ownerDocument } = field.current!
    if (isOfResults || value !== first || ownerDocument.activeElement === field.current) wake()
  })
  useEffect(() => catchUp(), [isOfResults])

  return (
    <>
      <SearchForm field={field} first={first} onUse={wake} />
      {Live && <Live field={field} first={first} />}
    </>
  )
}

/**
 * A plain form, so that it works without a script. On narrow screens, search-form.css makes it an icon, or a row of
 * the search page.
 */
function SearchForm(props: {
  field?: RefObject<HTMLInputElement | null>
  first?: string
  onUse?: () => void
}) {
  const { field, first, onUse } = props
  const { category, state } = useParams<{ category?: string; state?: string }>()
  const place = Object.entries({ category, state }).filter(([, value]) => value && value !== 'all')
  return (
    <form role="search" action="/search" className={`search-form ${useIsSearchPage() ? 'of-page' : ''}`}>
      {place.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span className="sr-only">{t('common.search')}</span>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          name="q"
          placeholder={t('shell.searchBox.search')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          defaultValue={first}
          onFocus={onUse}
          onInput={onUse}
        />
      </label>
      <button type="reset" onClick={() => (document.activeElement as HTMLElement).blur()}>
        {t('common.cancel')}
      </button>
    </form>
  )
}
