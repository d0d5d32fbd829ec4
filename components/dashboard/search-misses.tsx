'use client'

import { useState } from 'react'
import { forgetSearchMiss } from '@/lib/actions/search-words'
import { callAction } from '@/lib/browser/call-action'
import type { listSearchMisses } from '@/lib/queries/search'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { EmptyState } from '../ui/empty-state'
import { focusNear } from '../ui/focus-near'
import { LongDate } from '../ui/long-date'
import { toastProblem } from '../ui/toast-store'

type Miss = Awaited<ReturnType<typeof listSearchMisses>>[number]

/** What people looked for and nothing was found: a word to explain, or a post to write. */
export function SearchMisses({ misses }: { misses: Miss[] }) {
  const [gone, setGone] = useState<string[]>([])
  const shown = misses.filter(({ words }) => !gone.includes(words))

  async function forget(words: string, button: HTMLElement) {
    focusNear(button)
    setGone((before) => [...before, words])
    const result = await callAction(() => forgetSearchMiss({ words }))
    if (result.ok) return
    setGone((before) => before.filter((one) => one !== words))
    toastProblem(result.message)
  }

  return (
    <section aria-labelledby="search-misses">
      <h2 id="search-misses" className="mb-2 font-semibold">
        Found nothing
      </h2>
      {shown.length === 0 ? (
        <EmptyState>Nothing here yet...</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map(({ words, times, lastAt }) => (
            <li key={words} className="flex items-center gap-2 px-3 py-2">
              <div className="min-w-0 flex-1">
                <AppLink
                  href={`/search?${new URLSearchParams({ q: words })}`}
                  className="block truncate font-medium hover:underline"
                >
                  <bdi>{words}</bdi>
                </AppLink>
                <p className="text-ink-soft">
                  {times === 1 ? 'Once' : `${times} times`}, last on <LongDate iso={lastAt} />
                </p>
              </div>
              <button
                type="button"
                aria-label={`Forget ${words}`}
                onClick={(event) => forget(words, event.currentTarget)}
                className={buttonClass('ghost')}
              >
                Forget
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
