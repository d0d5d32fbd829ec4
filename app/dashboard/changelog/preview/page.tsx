import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { notFound } from 'next/navigation'
import { EntryArticle } from '@/components/changelog/entry-article'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { readId } from '@/lib/post/address'
import { showEntry } from '@/lib/queries/changelog'
import { getTeamEntry } from '@/lib/queries/changelog-team'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('pages.dashboardChangelog.previewTitle', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PreviewEntryPage({ searchParams }: Props) {
  await requireTeam()
  const id = readId(String((await searchParams).id ?? ''))
  const entry = (id && (await getTeamEntry(id))) || notFound()
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 text-ink-soft">
        <AppLink
          href={`/dashboard/changelog/edit?id=${entry.id}`}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-md hover:text-ink"
        >
          <Icon name="back" className="icon back-icon" />
          {t('common.edit')}
        </AppLink>
        {entry.state !== 'published' && <span>{t('pages.dashboardChangelog.onlyTheTeam')}</span>}
      </p>
      <EntryArticle entry={showEntry(entry)} isAlone showsReactions={false} />
    </>
  )
}
