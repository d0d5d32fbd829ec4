import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import type { AdminPost } from '@/lib/queries/dashboard'
import { useStateNames } from '../state/post-state'
import { LongDate } from '../ui/long-date'

const text = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const actions: Record<string, string> = {
  get 'post.state'() {
    return t('dashboard.postLog.stateChanged')
  },
  get 'post.category'() {
    return t('dashboard.postLog.categoryChanged')
  },
  get 'post.edit'() {
    return t('dashboard.postLog.postEdited')
  },
  get 'post.delete'() {
    return t('common.postDeleted')
  },
  get 'post.restore'() {
    return t('common.postRestored')
  },
  get 'post.merge'() {
    return t('dashboard.postLog.mergedIntoAnotherPost')
  },
  get 'post.unmerge'() {
    return t('common.mergeUndone')
  },
  get 'post.hide'() {
    return t('dashboard.postLog.postHidden')
  },
  get 'post.show'() {
    return t('dashboard.postLog.postUnhidden')
  },
  get 'post.lock'() {
    return t('dashboard.postLog.commentsLocked')
  },
  get 'post.unlock'() {
    return t('dashboard.postLog.commentsUnlocked')
  },
  get 'post.pin'() {
    return t('dashboard.postLog.postPinned')
  },
  get 'post.unpin'() {
    return t('dashboard.postLog.postUnpinned')
  },
  get 'post.plan'() {
    return t('common.planChanged')
  },
  get 'vote.give'() {
    return t('dashboard.postLog.voteAddedOnBehalf')
  },
  get 'vote.take'() {
    return t('dashboard.postLog.voteOnBehalfRemoved')
  },
  get 'comment.hide'() {
    return t('dashboard.postLog.commentHidden')
  },
  get 'comment.show'() {
    return t('dashboard.postLog.commentUnhidden')
  },
  get 'comment.delete'() {
    return t('common.commentDeleted')
  },
  get 'image.delete'() {
    return t('dashboard.postLog.imageDeleted')
  },
  get 'vote.aside'() {
    return t('dashboard.postLog.votesExcluded')
  },
  get 'vote.count'() {
    return t('dashboard.postLog.votesCountedAgain')
  },
  get 'report.dismiss'() {
    return t('dashboard.postLog.reportsDismissed')
  },
  get 'report.reopen'() {
    return t('dashboard.postLog.reportsReopened')
  },
  get 'post.approve'() {
    return t('dashboard.postLog.postApproved')
  },
  get 'comment.approve'() {
    return t('dashboard.postLog.commentApproved')
  },
  get 'post.unapprove'() {
    return t('dashboard.postLog.approvalUndone')
  },
  get 'comment.unapprove'() {
    return t('dashboard.postLog.commentApprovalUndone')
  },
}

export function PostLog({ post }: { post: Pick<AdminPost, 'timeline' | 'audit'> }) {
  const { timeline, audit } = post
  const stateNames = useStateNames()
  return (
    <>
      {timeline.length > 0 && (
        <Part name={t('post.about.timeline')}>
          <ol className="space-y-1">
            {timeline.map((event) => (
              <li key={event.id}>
                {t('dashboard.postLog.to', {
                  from: stateNames[event.from_state],
                  to: stateNames[event.to_state],
                })}{' '}
                <span className="text-ink-soft">
                  <LongDate iso={event.created_at} />
                </span>
                {event.note && <p dir="auto">{event.note}</p>}
              </li>
            ))}
          </ol>
        </Part>
      )}
      {audit.length > 0 && (
        <Part name={t('dashboard.postLog.log')}>
          <ol className="space-y-1">
            {audit.map((entry) => (
              <li key={entry.id}>
                <span className="font-medium">{actions[entry.action] ?? entry.action}</span>{' '}
                {t('dashboard.postLog.by', { actorName: entry.actor_name })}{' '}
                <span className="text-ink-soft">
                  <LongDate iso={entry.created_at} />
                </span>
                <details>
                  <summary className="text-xs text-ink-soft">{t('dashboard.postLog.beforeAndAfter')}</summary>
                  <p className="text-xs whitespace-pre-wrap">
                    {text(entry.before)}
                    {'\n→ '}
                    {text(entry.after)}
                  </p>
                </details>
              </li>
            ))}
          </ol>
        </Part>
      )}
    </>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1 font-semibold">{name}</h3>
      {children}
    </section>
  )
}
