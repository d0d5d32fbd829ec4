'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { PostState } from '@/lib/post/states'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import { useFieldText } from '../ui/use-field-text'
import type { CategoryFound, Found } from './category-found'
import { loadPart } from '../ui/lazy-part'

const pause = 250

type Answer = { found: Found; View: typeof CategoryFound }

/**
 * A category's list, replaced by results while someone types. Without JavaScript, the field leads to the search page.
 */
export function CategorySearch(props: {
  /** Without a slug, it searches all categories. */
  category: { slug?: string; name: string }
  state?: PostState
  /** The category accepts no new posts, so missing ones are posted elsewhere. */
  isArchived: boolean
  create: ReactNode
  tools: ReactNode
  states: ReactNode
  children: ReactNode
}) {
  const { category, state, isArchived, create, tools, states, children } = props
  const field = useRef<HTMLInputElement>(null)
  const query = useFieldText(field).trim()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failed, setFailed] = useState('')
  const [round, setRound] = useState(0)

  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(
      async () => {
        try {
          if (!query) setAnswer(null)
          else {
            const [found, { CategoryFound: View }] = await Promise.all([
              fetchJson<Omit<Found, 'query'>>('/api/search', {
                query: { q: query, category: category.slug, state },
                signal: controller.signal,
              }),
              loadPart(() => import('./category-found')),
            ])
            if (controller.signal.aborted) return
            setAnswer({ found: { ...found, query }, View })
          }
          setFailed('')
        } catch {
          if (!controller.signal.aborted) setFailed(query)
        }
      },
      query ? pause : 0,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, category.slug, state, round])

  return (
    <>
      <div className="no-print relative mb-3 flex flex-wrap items-start gap-2 sm:mb-4 sm:gap-x-3">
        {create}
        <form
          role="search"
          aria-label={category.name}
          action="/search"
          onSubmit={(event) => event.preventDefault()}
          className="category-search"
        >
          {category.slug && <input type="hidden" name="category" value={category.slug} />}
          {state && <input type="hidden" name="state" value={state} />}
          <label>
            <span className="sr-only">{t('category.search.filterPosts')}</span>
            <Icon name="search" />
            <input
              ref={field}
              type="search"
              name="q"
              placeholder={t('category.search.placeholder')}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={200}
            />
          </label>
        </form>
      </div>
      {query && failed === query && (
        <div className="mb-4">
          <FormMessage>
            <div className="flex flex-wrap items-center justify-between gap-2">
              {t('common.failedTryAgain')}
              <Button
                onClick={() => {
                  field.current!.focus()
                  setRound(round + 1)
                }}
              >
                {t('common.tryAgain')}
              </Button>
            </div>
          </FormMessage>
        </div>
      )}
      {query && answer ? states : tools}
      {query && answer ? (
        <answer.View found={answer.found} category={category} state={state} isArchived={isArchived} />
      ) : (
        children
      )}
    </>
  )
}
