import { t } from '@/lib/words/t'
import '@/app/_kinds/changelog.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EntryList } from '@/components/changelog/entry-list'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { decodeSlug, offlineParams } from '@/lib/post/address'
import { readCursorPart } from '@/lib/post/cursor-part'
import { everyLabel } from '@/lib/post/changelog'
import { findLabel, getEntries } from '@/lib/queries/changelog'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ after: string; label: string }> }

export function generateStaticParams() {
  return [offlineParams('after', 'label')]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!(await findPage(params))) notFound()
  return {
    title: t('common.continued', { what: t('common.changelog') }),
    robots: { index: false, follow: true },
  }
}

export default async function MoreEntriesPage({ params }: Props) {
  const page = await findPage(params)
  if (!page) return <MissingPage />
  return (
    <PageWords of="changelog">
      <EntryList {...page} isContinued />
    </PageWords>
  )
}

async function findPage(params: Props['params']) {
  const { after, label: slug } = await params
  const wanted = decodeSlug(slug)
  if (!wanted) return null
  const label = wanted !== everyLabel ? await findLabel(wanted) : undefined
  if (label === null) return null
  const page = await getEntries(label?.slug, readCursorPart(after))
  return page && { ...page, label }
}
