'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import type { EntryState } from '@/lib/post/changelog'
import type { Label } from '@/lib/queries/changelog'
import type { getPublishing, ListedEntry } from '@/lib/queries/changelog-team'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { RelativeTime } from '../ui/relative-time'
import { LabelSettings } from './label-settings'
import { zonedTime } from '@/lib/text/zoned-time'

export type Publishing = Awaited<ReturnType<typeof getPublishing>>

const entryStates: Record<EntryState, string> = texts({
  draft: 'changelog.states.draft',
  scheduled: 'changelog.states.scheduled',
  published: 'changelog.states.published',
})

const marks = { draft: 'proposed', scheduled: 'planned', published: 'completed' } as const

export function EntryStateBadge({ state }: { state: EntryState }) {
  return (
    <span className={`state-badge is-${marks[state]}`}>
      <Icon name={marks[state]} />
      {entryStates[state]}
    </span>
  )
}

export function TeamEntries(props: {
  entries: ListedEntry[]
  next: number | null
  labels: Label[]
  publishing: Publishing
}) {
  const { entries, next, labels, publishing } = props
  const create = (
    <ButtonLink look="default" href="/dashboard/changelog/edit">
      <Icon name="plus" />
      {t('changelog.teamEntries.newEntry')}
    </ButtonLink>
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-ink-soft">
          {t('changelog.teamEntries.intro', { count: publishing.subscribers })}
        </p>
        {entries.length > 0 && create}
      </div>
      {entries.length === 0 ? (
        <EmptyState action={create} hint={t('changelog.teamEntries.empty')} />
      ) : (
        <>
          <ul className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} timeZone={publishing.timeZone} />
            ))}
          </ul>
          {next && (
            <p className="mt-4">
              <ButtonLink href={`/dashboard/changelog?before=${next}`}>{t('common.nextPage')}</ButtonLink>
            </p>
          )}
        </>
      )}
      {publishing.mayPublish && <LabelSettings labels={labels} />}
    </>
  )
}

function EntryRow({ entry, timeZone }: { entry: ListedEntry; timeZone: string }) {
  const { id, title, state, publishAt, publishedAt, updatedAt, authorName, labels, posts } = entry
  // Entries from an import have no author.
  const facts = [...(authorName ? [authorName] : []), ...labels.map(({ name }) => name)]
  if (posts > 0) facts.push(t('common.countPosts', { count: posts }))
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-sunken">
      <div className="min-w-0 flex-1 basis-64">
        <AppLink
          href={`/dashboard/changelog/edit?id=${id}`}
          className="font-medium after:absolute after:inset-0"
        >
          <span dir="auto">{title}</span>
        </AppLink>
        <p className="text-xs text-ink-soft">{facts.join(' · ')}</p>
      </div>
      <p className="sm:basis-28">
        <EntryStateBadge state={state} />
      </p>
      <p className="tabular text-xs text-ink-soft sm:basis-44 sm:text-end">
        {publishAt ? (
          <time dateTime={publishAt}>{zonedTime(publishAt, timeZone)}</time>
        ) : (
          <RelativeTime iso={publishedAt ?? updatedAt} />
        )}
      </p>
    </li>
  )
}
