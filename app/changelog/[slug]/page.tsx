import { t } from '@/lib/words/t'
import '@/app/_kinds/changelog.css'
import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { EntryArticle } from '@/components/changelog/entry-article'
import { SubscribeToChangelog } from '@/components/changelog/subscribe'
import { EntryJsonLd } from '@/components/seo/json-ld'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { decodeSlug, noSlug, offlineParams } from '@/lib/post/address'
import { entryAddress } from '@/lib/post/changelog'
import { getEntry, getNeighbors, showEntry } from '@/lib/queries/changelog'
import { getSite } from '@/lib/queries/site'
import { entryMetadata } from '@/lib/publish/page-metadata'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ slug: string }> }

export function generateStaticParams() {
  return [offlineParams('slug')]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return entryMetadata((await findEntry(params)) ?? notFound())
}

export default async function EntryPage({ params }: Props) {
  const entry = await findEntry(params)
  if (!entry) return <MissingPage />
  const [{ showsReactions, name }, { older, newer }] = await Promise.all([getSite(), getNeighbors(entry)])
  return (
    <PageWords of="changelog">
      <div className="entry-top no-print">
        <nav aria-label={t('post.article.breadcrumb')}>
          <AppLink href="/changelog" className="back-link">
            <Icon name="back" className="icon back-icon" />
            {t('common.changelog')}
          </AppLink>
        </nav>
        <SubscribeToChangelog siteName={name} />
      </div>
      <EntryArticle entry={showEntry(entry)} isAlone showsReactions={showsReactions} />
      {(older || newer) && (
        <nav aria-label={t('pages.changelogSlug.moreEntries')} className="changelog-end no-print">
          {older && (
            <AppLink href={entryAddress(older.slug)} rel="prev">
              <small>{t('pages.changelogSlug.older')}</small>
              <bdi>{older.title}</bdi>
            </AppLink>
          )}
          {newer && (
            <AppLink href={entryAddress(newer.slug)} rel="next">
              <small>{t('pages.changelogSlug.newer')}</small>
              <bdi>{newer.title}</bdi>
            </AppLink>
          )}
        </nav>
      )}
      <EntryJsonLd entry={entry} />
    </PageWords>
  )
}

/** The entry at an address; null if there never was one. Redirects permanently to where it moved. */
async function findEntry(params: Props['params']) {
  const slug = decodeSlug((await params).slug)
  if (!slug || slug === noSlug) return null
  const entry = await getEntry(slug)
  if (entry && entry.slug !== slug) permanentRedirect(entryAddress(entry.slug))
  return entry
}
