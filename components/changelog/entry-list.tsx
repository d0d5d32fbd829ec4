import { monthName } from '@/lib/text/dates'
import { changelogAddress, changelogFeedAddress, moreEntriesAddress } from '@/lib/post/changelog'
import { type Entry, type Label, listLabels } from '@/lib/queries/changelog'
import { getSite } from '@/lib/queries/site'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { EmptyState } from '../ui/empty-state'
import { EntryArticle } from './entry-article'
import { SubscribeToChangelog } from './subscribe'

/** Entries by month, newest first, with the labels to choose from. */
export async function EntryList(props: {
  label?: Label
  entries: Entry[]
  next: string | null
  isContinued?: boolean
}) {
  const { label, entries, next, isContinued } = props
  const [labels, site] = await Promise.all([listLabels(), getSite()])
  const months = Map.groupBy(entries, ({ publishedAt }) => publishedAt.slice(0, 7))
  return (
    <div className="changelog">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-xl font-semibold">{isContinued ? 'Changelog, continued' : 'Changelog'}</h1>
          <p className="mt-1 text-ink-soft">What&apos;s new in {site.name}.</p>
        </div>
        <SubscribeToChangelog feed={changelogFeedAddress(label?.slug)} siteName={site.name} />
      </div>
      <nav aria-label="Labels" className="segments no-print mb-2">
        {[undefined, ...labels].map((one) => (
          <AppLink
            key={one?.id ?? 0}
            href={changelogAddress(one?.slug)}
            aria-current={one?.id === label?.id ? 'true' : undefined}
          >
            {one?.name ?? 'All'}
          </AppLink>
        ))}
      </nav>
      {entries.length === 0 && (
        <EmptyState>
          {label ? `Nothing labeled ${label.name} yet.` : 'Nothing has been published yet.'}
        </EmptyState>
      )}
      {Array.from(months, ([month, some]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <p id={`month-${month}`} className="changelog-month">
            {monthName(month)}
          </p>
          {some.map((entry) => (
            <EntryArticle key={entry.id} entry={entry} showsReactions={site.showsReactions} />
          ))}
        </section>
      ))}
      {(isContinued || next) && (
        <p className="no-print mt-6 flex gap-2">
          {isContinued && (
            <a href={changelogAddress(label?.slug)} className={buttonClass('outline')}>
              Back to the start
            </a>
          )}
          {next && (
            <a href={moreEntriesAddress(next, label?.slug)} className={buttonClass('outline')}>
              Load more
            </a>
          )}
        </p>
      )}
    </div>
  )
}
