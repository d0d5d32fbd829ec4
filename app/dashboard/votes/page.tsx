import '@/app/more.css'
import { notFound } from 'next/navigation'
import { ActivityList } from '@/components/activity/activity-list'
import { PersonHead } from '@/components/activity/person-head'
import { readPersonId } from '@/lib/post/activity'
import { cursorPart, readCursorPart } from '@/lib/post/address'
import { titled } from '@/lib/publish/page-metadata'
import { getPerson, listActivity } from '@/lib/queries/activity'
import { listPeople } from '@/lib/queries/people'
import { requireTeam } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.votes', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function VotesOfPersonPage({ searchParams }: Props) {
  await requireTeam()
  const { person: given, after } = await searchParams
  const id = readPersonId(String(given)) ?? notFound()
  const address = `/dashboard/votes?person=${id}`
  const [person, { rows, next }, { people }] = await Promise.all([
    getPerson(id),
    listActivity(id, 'votes', typeof after === 'string' ? readCursorPart(after) : null),
    listPeople(id, 'all', null),
  ])
  if (!person) notFound()
  return (
    // As wide as the other pages of a person, which are not in the dashboard.
    <div className="col-span-full">
      <PersonHead person={person} kind="votes" known={people.find((listed) => listed.id === id)} />
      <ActivityList
        name={person.name}
        rows={rows}
        kind="votes"
        next={next && `${address}&after=${cursorPart(next)}`}
        newest={after ? address : null}
      />
    </div>
  )
}
