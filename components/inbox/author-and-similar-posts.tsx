'use client'

import { t } from '@/lib/words/t'
import { rich, unseen } from '../ui/rich'
import { postAddress } from '@/lib/post/address'
import type { TriagePost } from '@/lib/queries/triage'
import { PersonName } from '../person/person-name'
import { Avatar } from '../ui/avatar'
import { RelativeTime } from '../ui/relative-time'
import { useState } from 'react'
import type { SimilarPost } from '@/lib/queries/search'
import { PostStateBadge } from '../state/post-state'
import { fetchSimilarPosts } from '../post/similar-posts'
import { Highlight } from '../ui/highlight'
import { useDelayed } from '../ui/use-delayed'

export function AboutAuthor({ author }: { author: TriagePost['author'] }) {
  if (!author) return <p className="text-ink-soft">{t('common.deletedUser')}</p>
  const { id, name, avatar, isTeam, createdAt, hasAccount, postsTotal, commentsTotal, posts } = author
  return (
    <section aria-label={t('common.author')} className="flex gap-2">
      <Avatar name={name} src={avatar} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <PersonName id={id} name={name} isTeam={isTeam} />
        </p>
        <p className="text-xs text-ink-soft">
          {rich('inbox.authorAndSimilarPosts.joined', {
            hasAccount,
            createdAt,
            d: () => <RelativeTime iso={createdAt} />,
          })}
          {t('common.comma')}
          {postsTotal === 0
            ? t('inbox.authorAndSimilarPosts.firstPost')
            : t('inbox.authorAndSimilarPosts.text', { count: postsTotal })}
          {commentsTotal > 0 && t('common.comma') + t('common.countComments', { count: commentsTotal })}
        </p>
        {posts.length > 0 && (
          <>
            <h3 className="mt-2 text-xs text-ink-soft">{t('inbox.authorAndSimilarPosts.otherPosts')}</h3>
            <ul>
              {posts.map((post) => (
                <li key={post.id}>
                  <a href={postAddress(post)} target="_blank" dir="auto" className="block truncate underline">
                    {post.title}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}

/**
 * Milliseconds that a post is open before similar ones are searched, so that people who move on quickly cause no
 * searches.
 */
const pause = 150

export function InboxSimilarPosts({ id, title, details }: { id: number; title: string; details: string }) {
  const [posts, setPosts] = useState<SimilarPost[] | null>(null)
  const [isMissing, setMissing] = useState(false)

  useDelayed(JSON.stringify([id, title, details]), pause, (signal) =>
    fetchSimilarPosts(title, details, signal).then(
      (found) => setPosts(found.filter((post) => post.id !== id)),
      () => !signal.aborted && setMissing(true),
    ),
  )

  // Most posts have none.
  if (!isMissing && !posts?.length) return null
  return (
    <section aria-label={t('common.similarPosts')}>
      <h3 className="mb-1 font-semibold">{t('common.similarPosts')}</h3>
      {posts && posts.length > 0 ? (
        <ul>
          {posts.map((post) => (
            <li key={post.id} className="flex items-baseline gap-x-3 py-1">
              <span className="tabular min-w-8 text-end text-ink-soft">
                {rich('common.shownVotes', { count: post.votesTotal, s: unseen })}
              </span>
              <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                <a
                  href={postAddress(post)}
                  target="_blank"
                  dir="auto"
                  className="line-clamp-2 min-w-0 flex-1 basis-32 hover:underline"
                >
                  <Highlight text={post.title} ranges={post.titleRanges} />
                </a>
                <PostStateBadge state={post.state} />
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">{t('inbox.authorAndSimilarPosts.searchIsntResponding')}</p>
      )}
    </section>
  )
}
