import { t } from '@/lib/words/t'
import { personAddress } from '@/lib/post/activity'
import type { getPerson } from '@/lib/queries/activity'
import { countText } from '@/lib/words/count-text'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { LinkTabs } from '../ui/link-tabs'
import { LongDate } from '../ui/long-date'
import { PersonName } from '../person/person-name'
import { rich } from '../ui/rich'
import { TeamFacts } from './team-facts'
import { VotesTotal } from './votes-total'

export type Person = NonNullable<Awaited<ReturnType<typeof getPerson>>>

/** Who a page is about. Everyone has the link to the votes, but only the team sees it and may follow it. */
export function PersonHead({ person, kind }: { person: Person; kind: 'posts' | 'votes' | 'comments' }) {
  const { id, name, avatar, isTeam, createdAt, totals } = person
  const tabs = [
    { kind: 'posts', href: personAddress(id), name: t('common.posts'), total: totals.posts },
    {
      kind: 'comments',
      href: `${personAddress(id)}/comments`,
      name: t('common.comments'),
      total: totals.comments,
    },
    {
      kind: 'votes',
      href: `/dashboard/votes?person=${id}`,
      name: t('common.votes'),
      total: 0,
      className: 'team-only',
    },
  ]
  return (
    <>
      <AppLink
        href="/dashboard/people"
        className={buttonClass('ghost', 'team-only -ms-2 mb-2 !px-2 sm:-ms-3 sm:!px-3')}
      >
        <Icon name="back" className="icon rtl:-scale-x-100" />
        {t('common.people')}
      </AppLink>
      <div className="mb-3 flex flex-wrap items-center gap-3 [&>.avatar]:size-10 [&>.avatar]:text-sm">
        <Avatar name={name} src={avatar} />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="text-xl font-semibold break-words">
            <PersonName name={name} isTeam={isTeam} />
          </h1>
          {createdAt && (
            <p className="text-ink-soft">
              {rich('pages.people.since', { date: createdAt, d: () => <LongDate iso={createdAt} /> })}
            </p>
          )}
          <TeamFacts id={id} />
        </div>
        <AppLink href={`/dashboard/people?q=${id}`} className={buttonClass('outline', 'team-only')}>
          {t('pages.people.manage')}
        </AppLink>
      </div>
      <LinkTabs
        label={name}
        tabs={tabs.map(({ href, name: tab, total, className, ...shown }) => ({
          href,
          className,
          name: (
            <>
              {tab} {total > 0 && <small className="tabular">{countText(total)}</small>}
              {shown.kind === 'votes' && <VotesTotal id={id} />}
            </>
          ),
          isCurrent: shown.kind === kind,
        }))}
      />
    </>
  )
}
