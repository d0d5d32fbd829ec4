import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import type { AdminPost } from '@/lib/queries/dashboard'
import { BeforeAndAfter } from '../team/before-and-after'
import { auditActions } from '../team/audit-actions'
import { useStateNames } from '../state/post-state'
import { LongDate } from '../ui/long-date'

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
                <span className="font-medium">{auditActions[entry.action] ?? entry.action}</span>{' '}
                {t('dashboard.postLog.by', { actorName: entry.actor_name })}{' '}
                <span className="text-ink-soft">
                  <LongDate iso={entry.created_at} />
                </span>
                <BeforeAndAfter {...entry} />
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
