'use client'

import { t } from '@/lib/words/t'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { SimilarPost } from '@/lib/queries/search'
import { PostStateBadge, useStateNames } from '../state/post-state'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import { rich, unseen } from '../ui/rich'
import { useDelayed } from '../ui/use-delayed'

/** How long to wait after the last key, in milliseconds, before searching. */
const pause = 250

type Found = Pick<SimilarPost, 'id' | 'slug' | 'categorySlug' | 'title' | 'state' | 'votesTotal'>

/**
 * Finds another post: by what is typed, and before that by the title of the current one. Without that, it suggests
 * completed posts.
 */
export function FindPost(props: {
  label: string
  title: string
  except: number[]
  onChoose: (post: Found) => void
  /** Unless the dialog opens with it, and so focuses the field itself. */
  takesFocus?: boolean
  onCancel?: () => void
}) {
  const { label, title, except, onChoose, takesFocus = false, onCancel } = props
  const stateNames = useStateNames()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ posts: Found[]; isFor: string } | null>(null)
  const [problem, setProblem] = useState('')
  const query = typed.trim()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (takesFocus) field.current!.focus()
  }, [takesFocus])

  useDelayed(JSON.stringify([query, title]), query ? pause : 0, (signal) => {
    const [address, asked] = query
      ? ['/api/search', { q: query }]
      : title
        ? ['/api/similar', { title: title.slice(0, 200) }]
        : ['/api/posts', { state: 'completed', order: 'newest', limit: '8' }]
    return fetchJson<{ posts: Found[] }>(address, { query: asked, signal }).then(
      ({ posts }) => {
        setProblem('')
        setFound({ posts, isFor: query })
      },
      () => !signal.aborted && setProblem(t('merge.findPost.searchIsntRespondingKeep')),
    )
  })

  const areCompleted = !title && !found?.isFor
  const posts = found?.posts.filter(({ id }) => !except.includes(id)) ?? []
  return (
    // The field and the buttons in it handle the keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="flex flex-1 flex-col gap-3" onKeyDown={walk}>
      <Field
        ref={field}
        label={label}
        type="search"
        autoComplete="off"
        placeholder={t('merge.findPost.searchByTitleOr')}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <FormMessage>{problem}</FormMessage>
      {found && (
        <p role="status" className="text-ink-soft">
          {areCompleted ? posts.length > 0 && stateNames.completed : statusOf(posts.length, found.isFor)}
        </p>
      )}
      {/*
        As high as six results unless nothing is found, so that the button below stays in its place. On a phone, as high
        as there is room for: their number doesn't count, and where two rows don't fit, the dialog scrolls.
      */}
      <div
        className={`relative flex-1 overflow-y-auto overscroll-contain max-sm:contain-size sm:flex-none ${found && posts.length === 0 ? '' : 'min-h-30 sm:h-72'}`}
      >
        <ul className="divide-y divide-line rounded-lg border-line not-empty:border">
          {posts.map((post) => (
            <li key={post.id}>
              <button
                type="button"
                onClick={() => onChoose(post)}
                className="flex min-h-11 w-full items-center gap-x-3 gap-y-1 px-3 py-1.5 text-start -outline-offset-2 hover:bg-sunken max-sm:flex-wrap"
              >
                <span
                  dir="auto"
                  className="line-clamp-2 min-w-0 flex-1 font-medium break-words max-sm:basis-full"
                >
                  {post.title}
                </span>
                {!areCompleted && <PostStateBadge state={post.state} />}
                <span className="tabular flex items-center justify-end gap-1 text-ink-soft sm:min-w-12">
                  <Icon name="vote" className="size-3.5" />
                  {rich('common.shownVotes', { count: post.votesTotal, s: unseen })}
                </span>
                <Icon
                  name="down"
                  className="size-4 shrink-0 -rotate-90 text-ink-soft max-sm:ms-auto rtl:rotate-90"
                />
              </button>
            </li>
          ))}
        </ul>
      </div>
      {onCancel && (
        <p className="flex justify-end">
          <Button onClick={onCancel} look="ghost">
            {t('common.cancel')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Arrow down and up move between the field and the results. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function statusOf(count: number, query: string): string {
  if (!query) return count === 0 ? t('merge.findPost.searchForTheOther') : t('merge.findPost.similarPosts')
  return count === 0 ? t('merge.findPost.noPostsFound') : t('merge.findPost.resultsFor', { query })
}
