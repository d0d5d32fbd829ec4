'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { personAddress } from '@/lib/post/activity'
import type { ListedPerson } from '@/lib/queries/people'
import { PersonMenu } from '../moderation/person-menu'
import { BlockText, JoinedText, roleNames } from '../moderation/person-texts'
import { canHaveRole, RoleMenu } from '../moderation/role-menu'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'

export function PersonRow(props: {
  person: ListedPerson
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  givesRoles: boolean
  onChanged: () => void
}) {
  const { person, isChosen, onChoose, givesRoles, onChanged } = props
  const { id, name, avatar, email, role } = person
  const { posts, comments, votes, hidden, block } = person
  const hasRoleMenu = givesRoles && canHaveRole(person)
  const facts = [
    posts > 0 && t('common.countPosts', { count: posts }),
    comments > 0 && t('common.countComments', { count: comments }),
    votes > 0 && t('common.countVotes', { count: votes }),
    hidden > 0 && t('dashboard.personRow.hidden', { hidden }),
  ].filter((fact) => typeof fact === 'string')

  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] items-center gap-x-[min(0.75rem,2vw)] @max-[12rem]:gap-x-1.5 px-[min(1rem,4vw)] py-1.5 hover:bg-sunken has-[input:checked]:bg-accent-soft md:grid-cols-[auto_auto_minmax(0,1fr)_13rem_7rem_auto]">
      <label className="-m-2 flex p-2 pointer-coarse:p-3.5 pointer-coarse:-m-3.5">
        <input
          type="checkbox"
          aria-label={t('dashboard.personRow.select', { name })}
          checked={isChosen}
          disabled={role !== null}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          className="size-4 accent-accent disabled:opacity-40"
        />
      </label>
      <span className="@max-[12rem]:hidden">
        <Avatar name={name} src={avatar} />
      </span>
      <div className="min-w-0 max-[23rem]:col-span-2 @max-[12rem]:col-[2/-1]">
        <p className="flex items-center font-medium">
          <AppLink
            href={personAddress(id)}
            dir="auto"
            className="person-link truncate @max-[12rem]:text-wrap"
          >
            {name}
          </AppLink>
          {role && !hasRoleMenu && <span className="team-badge">{roleNames[role]}</span>}
        </p>
        <p className="flex text-xs text-ink-soft">
          {email && <bdi className="truncate @max-[12rem]:wrap-anywhere @max-[12rem]:text-wrap">{email}</bdi>}
          <span className={email ? 'shrink-0 max-lg:hidden' : ''}>
            {email && t('common.comma')}
            <JoinedText {...person} />
          </span>
        </p>
      </div>
      <p className="tabular text-xs text-ink-soft max-md:col-span-3 max-md:col-start-3 max-md:row-start-2 @max-[12rem]:col-[2/-1]">
        {facts.length > 0 ? commaList(facts) : <span className="max-md:hidden">–</span>}
        {block && <BlockText {...block} />}
      </p>
      {hasRoleMenu ? (
        <RoleMenu
          person={person}
          onChanged={onChanged}
          className={buttonClass(
            'ghost',
            '!px-2 max-md:col-start-4 max-md:row-start-1 max-md:-me-3 max-[23rem]:col-start-3 max-[23rem]:row-start-3 max-[23rem]:-ms-2 max-[23rem]:me-0 max-[23rem]:justify-self-start md:justify-self-start',
          )}
        />
      ) : (
        <span className="max-md:hidden" />
      )}
      <div className="-me-2 max-md:col-start-5 max-md:row-start-1 @max-[12rem]:row-start-3">
        <PersonMenu
          person={person}
          links={[
            [personAddress(id), t('dashboard.personRow.viewProfile')],
            [`/dashboard/votes?person=${id}`, t('dashboard.personRow.seeVotes')],
          ]}
          onChanged={onChanged}
        />
      </div>
    </li>
  )
}
