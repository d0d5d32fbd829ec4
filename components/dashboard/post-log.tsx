import type { ReactNode } from 'react'
import type { AdminPost } from '@/lib/queries/dashboard'
import { useStateNames } from '../state/post-state'
import { LongDate } from '../ui/long-date'

const text = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const actions: Record<string, string> = {
  'post.state': 'State changed',
  'post.category': 'Category changed',
  'post.edit': 'Post edited',
  'post.delete': 'Post deleted',
  'post.restore': 'Post restored',
  'post.merge': 'Merged into another post',
  'post.unmerge': 'Merge undone',
  'post.hide': 'Post hidden',
  'post.show': 'Post unhidden',
  'post.lock': 'Comments locked',
  'post.unlock': 'Comments unlocked',
  'post.pin': 'Post pinned',
  'post.unpin': 'Post unpinned',
  'post.plan': 'Plan changed',
  'vote.give': 'Vote added on behalf',
  'vote.take': 'Vote on behalf removed',
  'comment.hide': 'Comment hidden',
  'comment.show': 'Comment unhidden',
  'comment.delete': 'Comment deleted',
  'image.delete': 'Image deleted',
  'vote.aside': 'Votes excluded',
  'vote.count': 'Votes counted again',
  'report.dismiss': 'Reports dismissed',
  'report.reopen': 'Reports reopened',
  'post.approve': 'Post approved',
  'comment.approve': 'Comment approved',
  'post.unapprove': 'Approval undone',
  'comment.unapprove': 'Comment approval undone',
}

export function PostLog({ post }: { post: Pick<AdminPost, 'timeline' | 'audit'> }) {
  const { timeline, audit } = post
  const stateNames = useStateNames()
  return (
    <>
      {timeline.length > 0 && (
        <Part name="Timeline">
          <ol className="space-y-1">
            {timeline.map((event) => (
              <li key={event.id}>
                {stateNames[event.from_state]} to {stateNames[event.to_state]},{' '}
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
        <Part name="Log">
          <ol className="space-y-1">
            {audit.map((entry) => (
              <li key={entry.id}>
                <span className="font-medium">{actions[entry.action] ?? entry.action}</span> by{' '}
                {entry.actor_name},{' '}
                <span className="text-ink-soft">
                  <LongDate iso={entry.created_at} />
                </span>
                <details>
                  <summary className="text-xs text-ink-soft">Before and after</summary>
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
