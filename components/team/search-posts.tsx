'use client'

import { t } from '@/lib/words/t'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Icon } from '../ui/icon'

/** Milliseconds without typing before the table follows. */
const typingPause = 300

/** Filters the table as someone types. A plain form, so that it works before its script loads. */
export function SearchPosts(props: { text: string; view?: 'inbox'; onSearch: (text: string) => void }) {
  const { text, view, onSearch } = props
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function search() {
    clearTimeout(timer.current)
    const typed = field.current!.value.trim()
    if (typed === sent.current) return
    sent.current = typed
    onSearch(typed)
  }

  // The text may have been typed while the scripts were loading.
  const catchUp = useEffectEvent(search)
  useEffect(() => catchUp(), [])
  useEffect(() => () => clearTimeout(timer.current), [])

  // The filters were deleted, or the address changed: the field follows, but not an earlier answer while someone is
  // typing.
  useEffect(() => {
    if (text === sent.current || document.activeElement === field.current) return
    sent.current = text
    field.current!.value = text
  }, [text])

  return (
    <form
      role="search"
      action="/dashboard"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
      className={`relative min-w-0 flex-1 ${view ? 'basis-32' : 'basis-full'} sm:max-w-80 sm:basis-48`}
    >
      <span className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-ink-soft">
        <Icon name="search" />
      </span>
      {view && <input type="hidden" name="view" value={view} />}
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={t('team.searchPosts.searchPosts')}
        placeholder={t('team.searchPosts.searchPosts')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        defaultValue={text}
        onInput={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, typingPause)
        }}
        className="h-11 w-full rounded-md border border-line-strong bg-surface ps-8 pe-2 text-base placeholder:text-ink-soft sm:text-sm md:pointer-fine:h-9"
      />
    </form>
  )
}
