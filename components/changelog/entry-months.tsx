import type { ShownEntry } from '@/lib/queries/changelog'
import { perLanguage } from '@/lib/words/state'
import { EntryArticle } from './entry-article'

const monthFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** Entries by month. `begun` is a month whose heading is already shown. */
export function EntryMonths(props: { entries: ShownEntry[]; begun?: string; showsReactions: boolean }) {
  const months = new Set(props.entries.map(({ day }) => day.slice(0, 7)))
  return Array.from(months, (month) => {
    const entries = props.entries.filter(({ day }) => day.startsWith(month))
    const articles = entries.map((entry) => (
      <EntryArticle key={entry.id} entry={entry} showsReactions={props.showsReactions} />
    ))
    if (month === props.begun) return articles
    return (
      <section key={month} aria-labelledby={`month-${month}`}>
        <p id={`month-${month}`} className="changelog-month">
          {monthFormat().format(new Date(`${month}-01T00:00:00Z`))}
        </p>
        {articles}
      </section>
    )
  })
}
