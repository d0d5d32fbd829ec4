'use client'

import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { postAddress } from '@/lib/post/address'
import type { DashboardRow } from '@/lib/queries/dashboard'
import type { TeamMember } from '@/lib/queries/people'
import type { Note, Tag, TriagePost } from '@/lib/queries/triage'
import { PersonName } from '../person/person-name'
import { ImageGrid } from '../image/image-grid'
import { Signals } from '../team/signals'
import { PostStateBadge } from '../state/post-state'
import { Button } from '../ui/button'
import { LongDate } from '../ui/long-date'
import { Markdown } from '../ui/markdown'
import { RelativeTime } from '../ui/relative-time'
import { Notes } from '../team/post-internals'
import { PlanText } from '../team/plan'
import { AboutAuthor, InboxSimilarPosts } from './author-and-similar-posts'

export const readingId = 'inbox-post'

export function InboxPost(props: {
  row: DashboardRow
  /** Undefined until it is loaded. */
  post: TriagePost | 'gone' | undefined
  isMissing: boolean
  onRetry: () => void
  tags: Tag[]
  team: TeamMember[]
  viewerId: string
  onDeleteNote: (note: Note) => void
  onVotes: (votesTotal: number) => void
  actions: ReactNode
  bar: ReactNode
  children: ReactNode
}) {
  const {
    row,
    post,
    isMissing,
    onRetry,
    tags,
    team,
    viewerId,
    onDeleteNote,
    onVotes,
    actions,
    bar,
    children,
  } = props
  const own = post && post !== 'gone' ? tags.filter(({ id }) => post.tags.includes(id)) : []
  return (
    <article
      id={readingId}
      tabIndex={-1}
      aria-label={row.title}
      aria-busy={!post && !isMissing}
      data-scrolls
      className="rounded-lg border border-line bg-surface lg:flex lg:h-[calc(100dvh-15rem)] lg:min-h-96 lg:flex-col lg:overflow-y-auto lg:overscroll-contain"
    >
      <div className="px-4 pt-4">
        <h2 className="text-base font-semibold break-words">
          <a href={postAddress(row)} target="_blank" className="hover:underline">
            <span dir="auto">{row.title}</span>
          </a>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <span className="lg:hidden">
            <PostStateBadge state={row.state} />
          </span>
          <span>{row.categoryName}</span>
          <LongDate iso={row.createdAt} />
          <span className="tabular">{t('common.countVotes', { count: row.votesTotal })}</span>
          {post && post !== 'gone' && <PlanText plan={post.plan} team={team} />}
          {own.map(({ id, name }) => (
            <bdi key={id} className="rounded-full border border-line-strong px-2 text-xs leading-5 text-ink">
              {name}
            </bdi>
          ))}
        </p>
      </div>
      <div className="min-h-80 space-y-5 px-4 pt-4 lg:pb-4">
        {children}
        {isMissing && !post ? (
          <p role="alert">
            {t('inbox.post.thePostCouldntBe')} <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
          </p>
        ) : !post ? (
          <p role="status" className="text-ink-soft">
            {t('common.loading')}
          </p>
        ) : post === 'gone' ? (
          <p>{t('common.postDeletedNow')}</p>
        ) : (
          <Loaded key={post.id} {...{ post, viewerId, onDeleteNote, onVotes }} />
        )}
        {bar}
      </div>
      {actions}
    </article>
  )
}

function Loaded(props: {
  post: TriagePost
  viewerId: string
  onDeleteNote: (note: Note) => void
  onVotes: (votesTotal: number) => void
}) {
  const { post, viewerId, onDeleteNote, onVotes } = props
  const { id, title, details, compared, images, author, comments, commentsTotal, notes } = post
  return (
    <>
      {notes.length > 0 && (
        <section aria-label={t('inbox.post.internalNotes')}>
          <Notes notes={notes} viewerId={viewerId} onDelete={onDeleteNote} />
        </section>
      )}
      <section aria-label={t('common.details')}>
        {details.length > 0 ? (
          <Markdown nodes={details} />
        ) : (
          <p className="text-ink-soft">{t('common.noDetails')}</p>
        )}
        <ImageGrid images={images} />
      </section>
      <div className="border-t border-line pt-4">
        <AboutAuthor author={author} />
      </div>
      {comments.length > 0 && (
        <section aria-label={t('common.comments')} className="border-t border-line pt-4">
          <h3 className="mb-1 font-semibold">
            {commentsTotal > comments.length ? t('common.latestComments') : t('common.comments')}
          </h3>
          <ul className="space-y-2">
            {comments.map((comment) => (
              <li key={comment.id}>
                <span className="font-medium">
                  <PersonName id={comment.authorId} name={comment.authorName} isTeam={comment.authorIsTeam} />
                </span>{' '}
                <span className="text-xs text-ink-soft">
                  <RelativeTime iso={comment.createdAt} />
                </span>
                <p dir="auto" className="line-clamp-4 break-words whitespace-pre-wrap">
                  {comment.body}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* Last, because they come late. */}
      <Signals id={id} onChanged={onVotes} />
      <InboxSimilarPosts id={id} title={title} details={compared} />
    </>
  )
}
