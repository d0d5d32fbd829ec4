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
      <div className="person-head">
        <AppLink href="/dashboard/people" className={buttonClass('ghost', 'team-only')}>
          <Icon name="back" className="icon back-icon" />
          {t('common.people')}
        </AppLink>
        <Avatar name={name} src={avatar} />
        {/* The name is level with the picture. */}
        <div>
          <h1>
            <PersonName name={name} isTeam={isTeam} />
          </h1>
          {createdAt && (
            <p>{rich('pages.people.since', { date: createdAt, d: () => <LongDate iso={createdAt} /> })}</p>
          )}
          <TeamFacts id={id} known={known} />
        </div>
        <TeamControls id={id} known={known} />
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
