import { stateNames } from '@/lib/post-states'
import type { AdminPost } from '@/lib/queries/dashboard'
import { LongDate } from '../ui/long-date'

const text = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** What happened to a post: its timeline, what admins did, and who voted. */
export function PostLog({ events, log, voters }: Pick<AdminPost, 'events' | 'log' | 'voters'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <section aria-label="Timeline">
        <h2 className="mb-1 font-semibold">Timeline</h2>
        {events.length === 0 && <p className="text-ink-soft">Nothing here yet...</p>}
        <ol className="space-y-1">
          {events.map((event) => (
            <li key={event.id}>
              {stateNames[event.from]} to {stateNames[event.to]},{' '}
              <span className="text-ink-soft">
                <LongDate iso={event.createdAt} />
              </span>
              {event.note && <p dir="auto">{event.note}</p>}
            </li>
          ))}
        </ol>
      </section>
      <section aria-label="Log">
        <h2 className="mb-1 font-semibold">Log</h2>
        {log.length === 0 && <p className="text-ink-soft">Nothing here yet...</p>}
        <ol className="space-y-1">
          {log.map((entry) => (
            <li key={entry.id}>
              <span className="font-medium">{entry.action}</span> by {entry.actorName ?? 'the operator'},{' '}
              <span className="text-ink-soft">
                <LongDate iso={entry.createdAt} />
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
      </section>
      <section aria-label="Voters">
        <h2 className="mb-1 font-semibold">Voters</h2>
        <p>
          {voters.length > 0 ? voters.join(', ') : <span className="text-ink-soft">Nothing here yet...</span>}
        </p>
      </section>
    </div>
  )
}
