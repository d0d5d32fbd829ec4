import '@/app/more.css'
import { notFound } from 'next/navigation'
import { ActivityList } from '@/components/activity/activity-list'
import { PersonHead } from '@/components/activity/person-head'
import { readPersonId } from '@/lib/post/activity'
import { readTrail, trailPart } from '@/lib/post/activity-trail'
import { titled } from '@/lib/publish/page-metadata'
import { activityPageSize, getPerson, listActivity } from '@/lib/queries/activity'
import { listPeople } from '@/lib/queries/people'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.votes', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function VotesOfPersonPage({ searchParams }: Props) {
  await requireTeam()
  const { person: given, after } = await searchParams
  const id = readPersonId(String(given)) ?? notFound()
  const trail = readTrail(after)
  const address = (cursors: string[]) =>
    `/dashboard/votes?person=${id}${cursors.length > 0 ? `&after=${trailPart(cursors)}` : ''}`
  const [person, { rows, next }, { people }] = await Promise.all([
    getPerson(id),
    listActivity(id, 'votes', trail.at(-1) ?? null),
    listPeople(id, 'all', null),
  ])
  if (!person) notFound()
  const known = people.find((listed) => listed.id === id)
  const before = trail.length * activityPageSize
  return (
    // As wide as the other pages of a person, which are not in the dashboard.
    <div className="col-span-full">
      <PersonHead person={person} kind="votes" known={known} />
      <ActivityList
        name={person.name}
        rows={rows}
        kind="votes"
        next={next && address([...trail, next])}
        previous={trail.length > 0 ? address(trail.slice(0, -1)) : null}
        place={known && { from: before + 1, to: before + rows.length, total: known.votes }}
      />
    </div>
  )
}
