'use client'

import { t } from '@/lib/words/t'
import { useEffect } from 'react'
import type { PostState } from '@/lib/post/states'
import type { PostIn } from '@/lib/queries/post-fields'
import { PostCards } from '../post/post-card'
import { PostStateBadge } from '../state/post-state'
import { EmptyState } from '../ui/empty-state'
import { reportVotes } from './report-votes'

type List = { state: PostState; posts: PostIn<'card'>[]; next: string | null }

export function RoadmapView({ lists, limit }: { lists: List[]; limit: number }) {
  useEffect(() => reportVotes(), [])
  return (
    <>
      <h1 className="sr-only">{t('common.roadmap')}</h1>
      {lists.every(({ posts }) => posts.length === 0) && <EmptyState />}
      {lists
        .filter(({ posts }) => posts.length > 0)
        .map(({ state, posts, next }) => (
          <section key={state} aria-labelledby={`state-${state}`} className="@container mb-6 space-y-2">
            <h2 id={`state-${state}`}>
              <PostStateBadge state={state} />
            </h2>
            <PostCards posts={posts} filter={{ state }} next={next} limit={limit} />
          </section>
        ))}
    </>
  )
}
