'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { suggestTitle } from '@/lib/session/browser/draft'
import type { PostIn } from '@/lib/queries/post-fields'
import type { searchPosts } from '@/lib/queries/search'
import { PostRows } from '../post/post-rows'
import { FoundPosts } from '../search/found-posts'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { inputClass } from '../ui/input-class'
import { rich } from '../ui/rich'
import { useDelayed } from '../ui/use-delayed'
import { useFieldText } from '../ui/use-field-text'
import { reportVotes } from './report-votes'
import { useFrame } from './bridge'

type Found = Awaited<ReturnType<typeof searchPosts>> & { query: string }

const pause = 250

/** The most wanted posts, or the results of a search. */
export function PostsView(props: {
  posts: PostIn<'row'>[]
  next: string | null
  categories: { slug: string; name: string }[]
}) {
  const { posts, next, categories } = props
  const { options } = useFrame()
  const category = categories.find(({ slug }) => slug === options.category)
  const field = useRef<HTMLInputElement>(null)
  const query = useFieldText(field).trim()
  const [found, setFound] = useState<Found | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => reportVotes(), [])

  useDelayed(`${query} ${category?.slug}`, query ? pause : 0, async (signal) => {
    if (!query) return setFound(null)
    await fetchJson<Omit<Found, 'query'>>('/api/search', {
      query: { q: query, category: category?.slug },
      signal,
    }).then(
      (answer) => {
        setFound({ ...answer, query })
        setFailed(false)
      },
      () => !signal.aborted && setFailed(true),
    )
  })

  return (
    <>
      <h1 className="sr-only">{t('common.posts')}</h1>
      <form role="search" onSubmit={(event) => event.preventDefault()} className="mb-3 flex flex-wrap gap-2">
        <label className="min-w-0 flex-[1_1_7rem]">
          <span className="sr-only">{t('common.search')}</span>
          <input
            ref={field}
            type="search"
            name="q"
            maxLength={200}
            autoComplete="off"
            placeholder={t('widget.searchPosts')}
            className={`${inputClass} h-11 w-full`}
          />
        </label>
        <ButtonLink href="/embed/write" look="default">
          {t('common.newPost')}
        </ButtonLink>
      </form>
      {failed && <p role="alert">{t('common.failedTryAgain')}</p>}
      {query && found ? (
        found.posts.length > 0 ? (
          <FoundPosts key={found.query} {...found} category={category?.slug} />
        ) : (
          <EmptyState
            action={
              <ButtonLink
                href="/embed/write"
                onClickCapture={() => suggestTitle(`post:${(category ?? categories[0])?.slug}`, query)}
              >
                <span dir="auto" className="line-clamp-2 break-words">
                  {rich('search.outcome.createNamed', { title: query, b: (text) => <bdi>{text}</bdi> })}
                </span>
              </ButtonLink>
            }
          >
            {t('search.outcome.weCouldntFindAnything')}
          </EmptyState>
        )
      ) : posts.length > 0 ? (
        <div className="post-rows">
          <PostRows posts={posts} filter={{}} next={next} />
        </div>
      ) : (
        <EmptyState action={<ButtonLink href="/embed/write">{t('common.newPost')}</ButtonLink>} />
      )}
    </>
  )
}
