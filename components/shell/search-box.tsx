'use client'

import { t } from '@/lib/words/t'
import { useParams, useRouter, useSearchParams, useSelectedLayoutSegment } from 'next/navigation'
import { type ComponentProps, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { readStoredSearch } from '@/lib/post/stored-search'
import { Icon } from '../ui/icon'
import { useHasSearchBox } from './navigation'

/** Milliseconds without typing before a search starts, and before the field may follow the address again. */
const typingPause = 250
const settlingTime = 3_000

/** Search as you type, on the roadmap and the search page. */
export function SearchBox() {
  return useHasSearchBox() ? <SearchOfPage /> : null
}

/** A stored page doesn't know the query, so the document's first route decides. */
function SearchOfPage() {
  const segment = useSelectedLayoutSegment()
  const { asked } = useParams<{ asked?: string }>()
  const [isOfResults] = useState(segment === 'search')
  const [stored] = useState(asked)
  if (!isOfResults) return <LiveSearch first="" />
  // A stored page's route contains the query.
  if (stored) return <LiveSearch first={readStoredSearch(stored)?.query ?? ''} />
  return (
    <Suspense fallback={<SearchForm />}>
      <SearchOfResults />
    </Suspense>
  )
}

const SearchOfResults = () => <LiveSearch first={useSearchParams().get('q') ?? ''} />

function LiveSearch({ first }: { first: string }) {
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(first)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typedAt = useRef(-settlingTime)

  function show(query: string) {
    sent.current = query
    // Gone if the page behind "Back" has no search box.
    const input = field.current
    if (input && input.value !== query) input.value = query
  }

  // Back or a link changed the query: the field follows, unless someone is typing.
  const follow = useEffectEvent((query: string) => {
    if (query !== sent.current && performance.now() - typedAt.current >= settlingTime) show(query)
  })

  /** @param at when it was typed, in milliseconds since the page was opened */
  function search(at: number) {
    const { value } = field.current!
    typedAt.current = at
    clearTimeout(timer.current)
    if (value.trim() === '') go('')
    else timer.current = setTimeout(() => go(value), typingPause)
  }

  // The text may have been typed while the scripts were loading.
  const catchUp = useEffectEvent((now: number) => {
    if (field.current!.value !== sent.current) search(now)
  })
  useEffect(() => catchUp(performance.now()), [])

  // Back and forward always count, even right after typing.
  useEffect(() => {
    function followHistory() {
      clearTimeout(timer.current)
      show(new URLSearchParams(window.location.search).get('q') ?? '')
    }
    window.addEventListener('popstate', followHistory)
    return () => window.removeEventListener('popstate', followHistory)
  }, [])

  useEffect(() => () => clearTimeout(timer.current), [])

  function go(value: string) {
    clearTimeout(timer.current)
    const query = value.trim()
    if (query === sent.current) return
    sent.current = query
    if (query === '') router.push('/')
    // One history entry for a whole search: only the first letter pushes.
    else if (window.location.pathname !== '/search') router.push(`/search?q=${encodeURIComponent(query)}`)
    else router.replace(`/search?q=${encodeURIComponent(query)}`)
  }

  return (
    <>
      <SearchForm
        onSubmit={(event) => {
          event.preventDefault()
          go(field.current!.value)
        }}
        input={{ ref: field, defaultValue: first, onInput: ({ timeStamp }) => search(timeStamp) }}
      />
      <Suspense>
        <Address onChange={follow} />
      </Suspense>
    </>
  )
}

function Address({ onChange }: { onChange: (query: string) => void }) {
  const query = useSearchParams().get('q') ?? ''
  const tell = useEffectEvent(onChange)
  useEffect(() => tell(query), [query])
  return null
}

/** A plain form, so that it works without a script. search-fields.css makes it an icon on narrow screens. */
function SearchForm(props: {
  input?: ComponentProps<'input'>
  onSubmit?: ComponentProps<'form'>['onSubmit']
}) {
  return (
    <form role="search" action="/search" onSubmit={props.onSubmit} className="search-form">
      <label>
        <span className="sr-only">{t('common.search')}</span>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          placeholder={t('shell.searchBox.search')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          {...props.input}
        />
      </label>
      <button type="button" onClick={() => (document.activeElement as HTMLElement).blur()}>
        {t('common.cancel')}
      </button>
    </form>
  )
}
