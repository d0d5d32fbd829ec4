'use client'

import { useParams, useRouter, useSearchParams, useSelectedLayoutSegment } from 'next/navigation'
import { readStoredSearch } from '@/lib/post/stored-search'
import { type ComponentProps, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHasSearchBox } from './navigation'
import { Icon } from '../ui/icon'

/** Milliseconds without a key before a search starts, and before the field may follow the address again. */
const typingPause = 250
const settlingTime = 3_000

/** Search as you type, on the roadmap and the search page. */
export function SearchBox() {
  return useHasSearchBox() ? <SearchOfPage /> : null
}

/** A stored page knows no query. What the document began with decides, so that the field stays on the way to results. */
function SearchOfPage() {
  const segment = useSelectedLayoutSegment()
  const { asked } = useParams<{ asked?: string }>()
  const [isOfResults] = useState(segment === 'search')
  const [stored] = useState(asked)
  if (!isOfResults) return <LiveSearch first="" />
  // Its route says what was asked for.
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
    if (field.current!.value !== query) field.current!.value = query
  }

  // The address changed by itself (back button, a link): the field follows, but not a slow answer to an
  // earlier letter while someone is typing.
  const follow = useEffectEvent((query: string) => {
    if (query !== sent.current && performance.now() - typedAt.current >= settlingTime) show(query)
  })

  /** @param at when it was typed, in milliseconds since the page began */
  function search(at: number) {
    const { value } = field.current!
    typedAt.current = at
    clearTimeout(timer.current)
    if (value.trim() === '') go('')
    else timer.current = setTimeout(() => go(value), typingPause)
  }

  // Typed while the scripts were on their way.
  const catchUp = useEffectEvent((now: number) => {
    if (field.current!.value !== sent.current) search(now)
  })
  useEffect(() => catchUp(performance.now()), [])

  // Back and forward always count, even right after a key.
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
    // One entry in the history for a whole search, not one for each letter. While the first letter's page is on
    // its way the address is still the old one, whose entry must stay: the new push takes the place of the first.
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

/** Tells of the query in the address. */
function Address({ onChange }: { onChange: (query: string) => void }) {
  const query = useSearchParams().get('q') ?? ''
  const tell = useEffectEvent(onChange)
  useEffect(() => tell(query), [query])
  return null
}

/**
 * The search as a plain form: it works before, and without, any script. On a narrow screen its field is an icon, and a
 * box over the header while it has the focus (header.css).
 */
function SearchForm(props: {
  input?: ComponentProps<'input'>
  onSubmit?: ComponentProps<'form'>['onSubmit']
}) {
  return (
    <form role="search" action="/search" onSubmit={props.onSubmit} className="search-form">
      <label>
        <span className="sr-only">Search</span>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          placeholder="Search..."
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          {...props.input}
        />
      </label>
      <button type="button" onClick={() => (document.activeElement as HTMLElement).blur()}>
        Cancel
      </button>
    </form>
  )
}
