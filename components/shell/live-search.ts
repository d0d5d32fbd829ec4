'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { searchAddress } from '@/lib/post/address'

/** Milliseconds without typing before a search starts, and before the field may follow the address again. */
const typingPause = 250
const settlingTime = 3_000
/** Milliseconds that a search waits for the results of its first letters. */
const openingTime = 10_000

/** The field is gone if the page behind "Back" has no search box. */
function fill(field: HTMLInputElement | null, text: string) {
  if (field && field.value !== text) field.value = text
}

/** Searches for what is typed into a field, and lets the field follow the address. `first` is what it contained. */
export function LiveSearch(props: { field: RefObject<HTMLInputElement | null>; first: string }) {
  const { field, first } = props
  const router = useRouter()
  const query = useSearchParams().get('q') ?? ''
  const sent = useRef(first)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typedAt = useRef(-settlingTime)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedFrom = useRef('/')

  function show(asked: string) {
    sent.current = asked
    fill(field.current, asked)
  }

  function endOpening() {
    clearTimeout(opening.current)
    opening.current = undefined
  }

  function leave() {
    clearTimeout(timer.current)
    endOpening()
    show('')
    router.push(openedFrom.current)
  }

  function go(value: string) {
    clearTimeout(timer.current)
    const asked = value.trim()
    if (asked === sent.current) return
    if (asked === '') return leave()
    // One history entry for a whole search: the first letters push, and what's typed until they're shown waits.
    const { pathname, search } = window.location
    const opens = pathname !== '/search'
    if (opens && opening.current) {
      timer.current = setTimeout(() => go(value), typingPause)
      return
    }
    sent.current = asked
    const { category, state } = Object.fromEntries(new URLSearchParams(search))
    const address = searchAddress({ q: asked, category, state })
    if (!opens) return router.replace(address)
    openedFrom.current = pathname + search
    opening.current = setTimeout(endOpening, openingTime)
    router.push(address)
  }

  /** @param at when it was typed, in milliseconds since the page was opened */
  const search = useEffectEvent((at: number) => {
    const { value } = field.current!
    typedAt.current = at
    clearTimeout(timer.current)
    if (value.trim() === '') go('')
    else timer.current = setTimeout(() => go(value), typingPause)
  })
  const searchNow = useEffectEvent((event: Event) => {
    event.preventDefault()
    go(field.current!.value)
  })
  const askedInAddress = () => new URLSearchParams(window.location.search).get('q') ?? ''
  // Back, forward and "Cancel" always count, even right after typing.
  const followAddress = useEffectEvent(() => {
    clearTimeout(timer.current)
    typedAt.current = -settlingTime
    show(askedInAddress())
  })
  /** Drops what hasn't been searched yet, or the whole search. */
  const cancel = useEffectEvent(() => {
    const isDone = window.location.pathname === '/search' && field.current!.value.trim() === askedInAddress()
    if (isDone) leave()
    else followAddress()
  })
  useEffect(() => {
    const input = field.current!
    const form = input.form!
    const onInput = ({ timeStamp }: Event) => search(timeStamp)
    const onSubmit = (event: Event) => searchNow(event)
    const onBack = () => followAddress()
    const onReset = (event: Event) => {
      event.preventDefault()
      cancel()
    }
    input.addEventListener('input', onInput)
    form.addEventListener('submit', onSubmit)
    form.addEventListener('reset', onReset)
    window.addEventListener('popstate', onBack)
    // The text may have been typed before this was loaded.
    if (input.value !== sent.current) search(performance.now())
    return () => {
      clearTimeout(timer.current)
      input.removeEventListener('input', onInput)
      form.removeEventListener('submit', onSubmit)
      form.removeEventListener('reset', onReset)
      window.removeEventListener('popstate', onBack)
    }
  }, [field])

  // Back or a link changed the query: the field follows, unless someone is typing.
  const follow = useEffectEvent((asked: string) => {
    endOpening()
    if (asked !== sent.current && performance.now() - typedAt.current >= settlingTime) show(asked)
  })
  useEffect(() => follow(query), [query])
  return null
}
