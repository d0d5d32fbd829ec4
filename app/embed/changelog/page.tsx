import '@/app/more.css'
import { EntryArticle } from '@/components/changelog/entry-article'
import { ChangelogView } from '@/components/widget/changelog-view'
import { getEntries, showEntry } from '@/lib/queries/changelog'
import { getSite } from '@/lib/queries/site'
import { titled } from '@/lib/publish/page-metadata'
import { env } from '@/lib/env'

export const ensureStatic = 'navigation'

export const generateMetadata = titled('common.changelog', { robots: { index: false } })

export default async function EmbedChangelogPage() {
  if (env.SIGNPOST_OFFLINE_BUILD) return null
  const [page, { showsReactions }] = await Promise.all([getEntries(), getSite()])
  const { entries, next } = page!
  return (
    <ChangelogView newest={entries[0]?.publishedAt} hasMore={next !== null}>
      {entries.map((entry) => (
        <EntryArticle key={entry.id} entry={showEntry(entry)} showsReactions={showsReactions} />
      ))}
    </ChangelogView>
  )
}
