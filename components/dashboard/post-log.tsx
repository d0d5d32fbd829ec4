import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import type { AdminPost } from '@/lib/queries/dashboard'
import { BeforeAndAfter } from '../team/before-and-after'
import { auditActions } from '../team/audit-actions'
import { useStateNames } from '../state/post-state'
import { LongDate } from '../ui/long-date'
import { rich } from '../ui/rich'

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
                {rich('dashboard.postLog.to', {
                  from: stateNames[event.from_state],
                  to: stateNames[event.to_state],
                  d: () => <At key="at" iso={event.created_at} />,
                })}
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
                {rich('dashboard.postLog.by', {
                  action: auditActions[entry.action] ?? entry.action,
                  actorName: entry.actorName,
                  b: (text) => (
                    <span key="action" className="font-medium">
                      {text}
                    </span>
                  ),
                  d: () => <At key="at" iso={entry.created_at} />,
                })}
                <BeforeAndAfter changes={entry.changes} />
              </li>
            ))}
          </ol>
        </Part>
      )}
    </>
  )
}

const At = ({ iso }: { iso: string }) => (
  <span className="text-ink-soft">
    <LongDate iso={iso} />
  </span>
)

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1 font-semibold">{name}</h3>
      {children}
    </section>
  )
}
