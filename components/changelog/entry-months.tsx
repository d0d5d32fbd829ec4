import type { ShownEntry } from '@/lib/queries/changelog'
import { monthName } from '@/lib/text/dates'
import { EntryArticle } from './entry-article'

/** Entries by month. `begun` is a month whose heading is already shown. */
export function EntryMonths(props: { entries: ShownEntry[]; begun?: string; showsReactions: boolean }) {
  const months = Map.groupBy(props.entries, ({ day }) => day.slice(0, 7))
  return Array.from(months, ([month, entries]) => {
    const articles = entries.map((entry) => (
      <EntryArticle key={entry.id} entry={entry} showsReactions={props.showsReactions} />
    ))
    if (month === props.begun) return articles
    return (
      <section key={month} aria-labelledby={`month-${month}`}>
        <p id={`month-${month}`} className="changelog-month">
          {monthName(month)}
        </p>
        {articles}
      </section>
    )
  })
}
