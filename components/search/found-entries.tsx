import { t } from '@/lib/words/t'
import { entryAddress } from '@/lib/post/changelog'
import type { searchEntries } from '@/lib/queries/changelog'
import { AppLink } from '../ui/app-link'
import { Highlight } from '../ui/highlight'
import { LongDate } from '../ui/long-date'

export function FoundEntries({ entries }: { entries: Awaited<ReturnType<typeof searchEntries>> }) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="found-entries" className="found-entries">
      <h2 id="found-entries" className="small-title mb-2">
        {t('search.foundEntries.inTheChangelog')}
      </h2>
      <div className="post-rows">
        {entries.map((entry) => (
          <article key={entry.id} className="post-row">
            <div>
              <h3>
                <AppLink href={entryAddress(entry.slug)}>
                  <bdi>
                    <Highlight text={entry.title} ranges={entry.titleRanges} />
                  </bdi>
                </AppLink>
              </h3>
              <p dir="auto" className="post-excerpt">
                <Highlight text={entry.excerpt} ranges={entry.excerptRanges} />
              </p>
              <p className="post-facts">
                <LongDate iso={entry.day} />
              </p>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
