import { t } from '@/lib/words/t'
import { type Activity, personAddress } from '@/lib/post/activity'
import type { getPerson } from '@/lib/queries/activity'
import type { ListedPerson } from '@/lib/queries/people'
import { countText } from '@/lib/words/count-text'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { LinkTabs } from '../ui/link-tabs'
import { LongDate } from '../ui/long-date'
import { PersonName } from '../person/person-name'
import { rich } from '../ui/rich'
import { TeamControls, TeamFacts } from './team-facts'
import { VotesTotal } from './votes-total'

export type Person = NonNullable<Awaited<ReturnType<typeof getPerson>>>

/** Who a page is about. Everyone has the link to the votes, but only the team sees it and may follow it. */
export function PersonHead(props: { person: Person; kind: Activity; known?: ListedPerson }) {
  const { person, kind, known } = props
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
      <div className="mb-3 grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 [&>.avatar]:row-start-2 [&>.avatar]:size-10 [&>.avatar]:text-sm">
        <AppLink
          href="/dashboard/people"
          className={buttonClass(
            'ghost',
            'team-only col-span-2 -ms-2 mb-2 justify-self-start !px-2 sm:-ms-3 sm:!px-3',
          )}
        >
          <Icon name="back" className="icon rtl:-scale-x-100" />
          {t('common.people')}
        </AppLink>
        <Avatar name={name} src={avatar} />
        {/* The name is level with the picture. */}
        <div className="col-start-2 row-start-2 min-w-0 pt-1 max-sm:col-span-2">
          <h1 className="text-xl leading-8 font-semibold break-words">
            <PersonName name={name} isTeam={isTeam} />
          </h1>
          {createdAt && (
            <p className="text-ink-soft">
              {rich('pages.people.since', { date: createdAt, d: () => <LongDate iso={createdAt} /> })}
            </p>
          )}
          <TeamFacts id={id} known={known} />
        </div>
        <TeamControls
          id={id}
          known={known}
          className="col-start-3 row-start-2 flex items-start gap-1 max-sm:row-start-1"
        />
      </div>
      <LinkTabs
        label={name}
        tabs={tabs.map(({ href, name: tab, total, className, ...shown }) => ({
          href,
          className,
          name: (
            <>
              {tab} {total > 0 && <small className="tabular">{countText(total)}</small>}
              {shown.kind === 'votes' && <VotesTotal id={id} known={known} />}
            </>
          ),
          isCurrent: shown.kind === kind,
        }))}
      />
    </>
  )
}
