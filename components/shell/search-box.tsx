'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SearchForm } from './search-form'
import { useHasSearchBox } from './sections'

/** Milliseconds without a key before a search starts, and before the field may follow the address again. */
const typingPause = 250
const settlingTime = 3_000

/** Search as you type, on the roadmap and the search page. `form` stands in while a page is stored. */
export function SearchBox({ form }: { form?: ReactNode }) {
  if (!useHasSearchBox()) return null
  return form ?? <LiveSearch />
}

function LiveSearch() {
  const router = useRouter()
  const shown = useSearchParams().get('q') ?? ''
  const [typed, setTyped] = useState(shown)
  const sent = useRef(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typedAt = useRef(0)

  // The address changed by itself (back button, a link): the field follows, but not a slow answer to an
  // earlier letter while someone is typing.
  useEffect(() => {
    if (shown === sent.current || Date.now() - typedAt.current < settlingTime) return
    sent.current = shown
    setTyped(shown)
  }, [shown])

  // Back and forward always count, even right after a key.
  useEffect(() => {
    function followHistory() {
      const query = new URLSearchParams(window.location.search).get('q') ?? ''
      clearTimeout(timer.current)
      sent.current = query
      setTyped(query)
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
    <SearchForm
      onSubmit={(event) => {
        event.preventDefault()
        go(typed)
      }}
      input={{
        value: typed,
        onChange: (event) => {
          const { value } = event.target
          setTyped(value)
          typedAt.current = Date.now()
          clearTimeout(timer.current)
          if (value.trim() === '') go('')
          else timer.current = setTimeout(() => go(value), typingPause)
        },
      }}
    />
  )
}
