import { t } from '@/lib/words/t'
import { entryAddress } from '@/lib/post/changelog'
import { searchEntries } from '@/lib/queries/changelog'
import { AppLink } from '../ui/app-link'
import { LongDate } from '../ui/long-date'

/** Changelog entries that match a search, above the posts. */
export async function FoundEntries({ query }: { query: string }) {
  const entries = await searchEntries(query.slice(0, 200))
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="found-entries" className="mb-5">
      <h2 id="found-entries" className="mb-2 text-sm font-semibold">
        {t('search.foundEntries.inTheChangelog')}
      </h2>
      <ul className="space-y-2">
        {entries.map((entry) => (
          <li key={entry.id}>
            <AppLink href={entryAddress(entry.slug)} className="font-medium hover:underline">
              <span dir="auto">{entry.title}</span>
            </AppLink>
            <p dir="auto" className="post-excerpt">
              {entry.excerpt}
            </p>
            <p className="text-xs text-ink-soft">
              <LongDate iso={entry.day} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
