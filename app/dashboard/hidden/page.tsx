import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { HiddenThings } from '@/components/dashboard/hidden-things'
import { readId } from '@/lib/post/address'
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
      <HiddenThings {...page} />
    </>
  )
}
