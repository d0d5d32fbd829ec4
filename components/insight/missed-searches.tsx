import { AppLink } from '@/components/ui/app-link'
import { EmptyState } from '@/components/ui/empty-state'
import type { Insights } from '@/lib/queries/insights'
import { countText } from '@/lib/text/count-text'

/** What people looked for most often in vain. */
export function MissedSearches({ misses }: { misses: Insights['misses'] }) {
  return (
    <section aria-labelledby="misses">
      <h2 id="misses" className="mb-2 font-semibold">
        Searches that found nothing
      </h2>
      {misses.length === 0 ? (
        <EmptyState>Nothing here yet...</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {misses.map(({ words, times }) => (
            <li key={words} className="flex items-center gap-3 px-3 py-2">
              <AppLink
                href={`/search?${new URLSearchParams({ q: words })}`}
                className="min-w-0 flex-1 truncate py-1 font-medium hover:underline"
              >
                <bdi>{words}</bdi>
              </AppLink>
              <span className="text-ink-soft">{times === 1 ? 'once' : `${countText(times)} times`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
