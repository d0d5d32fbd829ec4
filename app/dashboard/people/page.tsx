import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { People } from '@/components/dashboard/people'
import { peopleChoices, type PeopleChoice } from '@/lib/post/dashboard-choices'
import { listPeople } from '@/lib/queries/people'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.people', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PeoplePage({ searchParams }: Props) {
  const viewer = await requireTeam()
  const { q, only, after } = await searchParams
  const query = String(q ?? '').slice(0, 200)
  const choice = Object.hasOwn(peopleChoices, String(only)) ? (only as PeopleChoice) : 'all'
  const page = await listPeople(query, choice, after ? String(after) : null)
  return (
    <>
      <DashboardHeading title={t('common.people')} current="/dashboard/people" />
      <People query={query} choice={choice} {...page} givesRoles={viewer.role === 'admin'} />
    </>
  )
}
