import { t } from '@/lib/words/t'
import { listAddress, newPostAddress, postAddress } from '@/lib/post/address'
import type { Activity } from '@/lib/post/activity'
import type { ActivityPage } from '@/lib/queries/activity'
import { PostRow, VotedAt } from '../post/post-row'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { rich, unseen } from '../ui/rich'

type Row = ActivityPage['rows'][number]

export function ActivityList(props: {
  rows: ActivityPage['rows']
  kind: Activity
  next: string | null
  /** The list from its start, if this is a later page of a list that can't go back by one. */
  newest?: string | null
  previous?: string | null
  /** Which rows these are, and of how many. */
  place?: { from: number; to: number; total: number }
  /** Whose it is. Without a name, the reader is that person, who can begin something. */
  name?: string
}) {
  const { rows, kind, next, newest, previous, place, name } = props
  if (rows.length === 0) {
    return name ? (
      <EmptyState hint={<bdi>{t('pages.activity.shownHere', { kind, name })}</bdi>} />
    ) : (
      <EmptyState action={<Begin kind={kind} />} />
    )
  }
  return (
    <>
      <div className={kind === 'votes' ? 'post-rows' : 'post-rows of-one-person'}>
        {rows.map((row) =>
          row.commentId ? (
            <SaidRow key={row.commentId} row={row} />
          ) : row.mergedInto ? (
            <MergedRow key={row.id} {...row} into={row.mergedInto} kind={kind} />
          ) : (
            <PostRow
              key={row.id}
              post={row}
              category={row.categoryName}
              votedAt={kind === 'votes' ? row.at : undefined}
              votes={kind === 'votes' && name ? <VoteCount votes={row.votesTotal} /> : undefined}
            />
          ),
        )}
      </div>
      {(next || newest || previous) && (
        <nav aria-label={t('common.pages')} className="mt-4 flex flex-wrap items-center gap-2">
          {place && <span className="tabular text-ink-soft">{t('pages.activity.place', place)}</span>}
          {newest && <ButtonLink href={newest}>{t('category.list.newest')}</ButtonLink>}
          <span className="ms-auto flex gap-2">
            {previous && <ButtonLink href={previous}>{t('common.previousPage')}</ButtonLink>}
            {next && <ButtonLink href={next}>{t('common.nextPage')}</ButtonLink>}
          </span>
        </nav>
      )}
    </>
  )
}

function Begin({ kind }: { kind: Activity }) {
  if (kind === 'posts') return <ButtonLink href={newPostAddress()}>{t('common.createAPost')}</ButtonLink>
  return kind === 'votes' ? (
    <ButtonLink href={listAddress({ state: 'proposed' })}>{t('roadmap.board.voteOnWhatComes')}</ButtonLink>
  ) : (
    <ButtonLink href={listAddress({})}>{t('category.list.allFeedback')}</ButtonLink>
  )
}

/** Among somebody else's votes, a button of one's own would be taken for theirs. */
const VoteCount = ({ votes }: { votes: number }) => (
  <p className="votes-total tabular">
    <Icon name="vote" />
    {rich('common.shownVotes', { count: votes, s: unseen })}
  </p>
)

function MergedRow(props: {
  title: string
  at: string
  into: NonNullable<Row['mergedInto']>
  kind: Activity
}) {
  const { title, at, into, kind } = props
  return (
    <article className="post-row">
      <Icon name="merge" className="icon merged-mark" />
      <div>
        <h2 className="text-ink-soft">
          <bdi>{title}</bdi>
        </h2>
        <p className="post-excerpt">
          {rich('pages.activity.mergedInto', {
            title: into.title,
            l: (text) => (
              <AppLink
                href={postAddress({ categorySlug: into.category_slug, slug: into.slug })}
                className="underline"
              >
                <bdi>{text}</bdi>
              </AppLink>
            ),
          })}
        </p>
        <p className="post-facts">{kind === 'votes' ? <VotedAt iso={at} /> : <LongDate iso={at} />}</p>
      </div>
    </article>
  )
}

function SaidRow({ row }: { row: Row }) {
  return (
    <article className="post-row">
      <div>
        <h2>
          <AppLink href={`${postAddress(row)}#comment-${row.commentId}`}>
            <bdi>{row.title}</bdi>
          </AppLink>
        </h2>
        <p dir="auto" className="post-excerpt">
          {row.excerpt}
        </p>
        <p className="post-facts">
          <LongDate iso={row.at} />
        </p>
      </div>
    </article>
  )
}
