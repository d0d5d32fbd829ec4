import '@/app/_kinds/person.css'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ActivityList } from '@/components/activity/activity-list'
import { PersonHead } from '@/components/activity/person-head'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { titleInTemplate } from '@/lib/publish/page-metadata'
import { t } from '@/lib/words/t'
import { personAddress, readPersonId } from '@/lib/post/activity'
import { noSlug } from '@/lib/post/address'
import { cursorPart, readCursorPart } from '@/lib/post/cursor-part'
import { getActivity, getPerson } from '@/lib/queries/activity'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ id: string; shown?: string[] }> }

export function generateStaticParams() {
  return [{ id: noSlug, shown: [] }]
}

/** Keeps search engines from collecting what a person wrote. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { person } = (await findPage(params)) ?? notFound()
  const { name } = person
  return {
    title: titleInTemplate(name),
    description: t('pages.people.about', { name }),
    robots: { index: false, follow: true },
  }
}

/** The posts of a person, or the comments at /people/{id}/comments. A cursor behind that continues the list. */
export default async function PersonPage({ params }: Props) {
  const page = await findPage(params)
  if (!page) return <MissingPage />
  const { person, kind, rows, next, newest } = page
  return (
    <PageWords of="posts">
      <div>
        <PersonHead person={person} kind={kind} />
        <ActivityList
          name={person.name}
          rows={rows}
          kind={kind}
          next={next && `${personAddress(person.id)}/${kind}/${cursorPart(next)}`}
          newest={newest}
        />
      </div>
    </PageWords>
  )
}

async function findPage(params: Props['params']) {
  const { id: given, shown = [] } = await params
  const id = readPersonId(given)
  const [kind = 'posts', after, ...more] = shown
  if (!id || (kind !== 'posts' && kind !== 'comments') || more.length > 0) return null
  const person = await getPerson(id)
  const page = person && (await getActivity(id, kind, after === undefined ? null : readCursorPart(after)))
  const newest = after === undefined ? null : `${personAddress(id)}${kind === 'posts' ? '' : `/${kind}`}`
  return page && { person, kind: kind as 'posts' | 'comments', newest, ...page }
}
