import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { NoPostsYet } from '@/components/dashboard/empty-board'
import { HiddenThings } from '@/components/dashboard/hidden-things'
import { readId } from '@/lib/post/address'
import { isBoardEmpty } from '@/lib/queries/dashboard'
import { listHidden } from '@/lib/queries/reports'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.hidden', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function HiddenPage({ searchParams }: Props) {
  await requireTeam()
  const { before } = await searchParams
  const page = await listHidden(readId(String(before ?? '')))
  return (
    <>
      <DashboardHeading title={t('common.hidden')} current="/dashboard/hidden" />
      {page.things.length === 0 && (await isBoardEmpty()) ? (
        <NoPostsYet hint={t('dashboard.hiddenThings.whatComesHere')} />
      ) : (
        <HiddenThings {...page} />
      )}
    </>
  )
}
