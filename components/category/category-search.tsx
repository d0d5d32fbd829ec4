'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon'
import { partLoader } from '../ui/lazy-part'
import { useFieldText } from '../ui/use-field-text'
import type { Searched } from './category-found'
import type { LiveCategorySearch } from './live-category-search'

const loadLive = partLoader(() => import('./live-category-search').then((file) => file.LiveCategorySearch))

/**
 * A category's list, replaced by results while someone types. Without JavaScript, the field leads to the search page.
 */
export function CategorySearch(
  props: Searched & { create: ReactNode; tools: ReactNode; children: ReactNode },
) {
  const { category, state, isArchived, create, tools, children } = props
  const field = useRef<HTMLInputElement>(null)
  const query = useFieldText(field).trim()
  const [Live, setLive] = useState<typeof LiveCategorySearch | null>(null)
  const [found, setFound] = useState<ReactNode>(null)
  const isAsked = query !== ''
  const results = isAsked && found

  useEffect(() => {
    if (isAsked) void loadLive().then((part) => setLive(() => part))
  }, [isAsked])

  return (
    <>
      <div className="list-acts no-print">
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
              onFocus={() => void loadLive()}
            />
          </label>
        </form>
      </div>
      {Live && <Live {...{ category, state, isArchived, field, query }} onFound={setFound} />}
      {results || (
        <>
          {tools}
          {children}
        </>
      )}
    </>
  )
}
