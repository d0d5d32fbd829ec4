import { t } from '@/lib/words/t'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { CategoryFound, type Found, type Searched } from './category-found'

const pause = 250

/** Searches for what someone types. Shows nothing itself, unless that fails. */
export function LiveCategorySearch(
  props: Searched & {
    field: RefObject<HTMLInputElement | null>
    query: string
    /** Gets the results, or null if nothing is asked for. */
    onFound: (results: ReactNode) => void
  },
) {
  const { category, state, isArchived, field, query, onFound } = props
  const [failed, setFailed] = useState('')
  const [round, setRound] = useState(0)
  const show = useEffectEvent((found: Omit<Found, 'query'> | null) =>
    onFound(found && <CategoryFound found={{ ...found, query }} {...{ category, state, isArchived }} />),
  )

  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(
      async () => {
        try {
          const found = query
            ? await fetchJson<Omit<Found, 'query'>>('/api/search', {
                query: { q: query, category: category.slug, state },
                signal: controller.signal,
              })
            : null
          if (controller.signal.aborted) return
          show(found)
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

  if (!query || failed !== query) return null
  return (
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
  )
}
