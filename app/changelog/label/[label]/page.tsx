import '@/app/_kinds/changelog.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EntryList } from '@/components/changelog/entry-list'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { env } from '@/lib/env'
import { decodeSlug, offlineParams } from '@/lib/post/address'
import { everyLabel } from '@/lib/post/changelog'
import { findLabel, getEntries } from '@/lib/queries/changelog'
import { changelogMetadata } from '@/lib/publish/page-metadata'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ label: string }> }

export function generateStaticParams() {
  return [env.SIGNPOST_OFFLINE_BUILD ? offlineParams('label') : { label: everyLabel }]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const list = await findList(params)
  return list ? changelogMetadata(list.label) : notFound()
}

/** The newest entries, of one label or all. /changelog is rewritten to this page. */
export default async function ChangelogPage({ params }: Props) {
  const list = await findList(params)
  if (!list) return <MissingPage />
  const page = await getEntries(list.label?.slug)
  return (
    <PageWords of="changelog">
      <EntryList label={list.label} entries={page!.entries} next={page!.next} />
    </PageWords>
  )
}

async function findList(params: Props['params']) {
  const slug = decodeSlug((await params).label)
  if (slug === everyLabel) return {}
  const label = slug ? await findLabel(slug) : null
  return label && { label }
}
