'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { startTransition, useOptimistic, useState } from 'react'
import { setRole } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { personAddress } from '@/lib/post/activity'
import type { ListedPerson } from '@/lib/queries/people'
import { BlockText, JoinedText, roleNames } from '../moderation/person-texts'
import { ActionMenu } from '../ui/action-menu'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { Icon } from '../ui/icon'
import { toast, toastProblem } from '../ui/toast-store'
import { ResetFactor } from './reset-factor'

type PersonAct = 'profile' | 'votes' | 'reset' | 'unblock' | 'block'
type RoleName = keyof typeof roleNames
const roleChoices = () =>
  Object.entries(roleNames).map(([value, name]) => ({ value: value as RoleName, name }))

export function PersonRow(props: {
  person: ListedPerson
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onBlock: () => void
  onUnblock: () => void
  givesRoles: boolean
  onChanged: () => void
}) {
  const { person, isChosen, onChoose, onBlock, onUnblock, givesRoles, onChanged } = props
  const { id, name, avatar, email, hasAccount, hasFactor } = person
  const { posts, comments, votes, hidden, block } = person
  const router = useRouter()
  const [isResetting, setResetting] = useState(false)
  const [role, showRole] = useOptimistic<RoleName>(person.role ?? 'member')

  const give = (next: RoleName) =>
    startTransition(async () => {
      showRole(next)
      const result = await callAction(() => setRole({ id, role: next === 'member' ? null : next }))
      if (result.ok)
        toast({
          title: t('dashboard.personRow.roleChangedTo', { role: next }),
        })
      else toastProblem(t('dashboard.personRow.theRoleWasntChanged'), result.message)
      onChanged()
    })

  const hasRoleMenu = givesRoles && hasAccount && !block
  const canBlock = role === 'member' && !block
  const act: Record<PersonAct, () => void> = {
    profile: () => router.push(personAddress(id)),
    votes: () => router.push(`/dashboard/votes?person=${id}`),
    reset: () => setResetting(true),
    unblock: onUnblock,
    block: onBlock,
  }
  const items: [PersonAct, string][] = [
    ['profile', t('dashboard.personRow.viewProfile')],
    ['votes', t('dashboard.personRow.seeVotes')],
  ]
  if (hasFactor) items.push(['reset', t('dashboard.resetFactor.reset')])
  if (block) items.push(['unblock', t('dashboard.personRow.unblock')])
  if (canBlock) items.push(['block', t('common.block')])
  const facts = [
    posts > 0 && t('common.countPosts', { count: posts }),
    comments > 0 && t('common.countComments', { count: comments }),
    votes > 0 && t('common.countVotes', { count: votes }),
    hidden > 0 && t('dashboard.personRow.hidden', { hidden }),
  ].filter((fact) => typeof fact === 'string')

  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-4 py-1.5 hover:bg-sunken has-[input:checked]:bg-accent-soft md:grid-cols-[auto_auto_minmax(0,1fr)_13rem_7rem_auto]">
      <label className="-m-2 flex p-2 pointer-coarse:p-3.5 pointer-coarse:-m-3.5">
        <input
          type="checkbox"
          aria-label={t('dashboard.personRow.select', { name })}
          checked={isChosen}
          disabled={person.role !== null}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          className="size-4 accent-accent disabled:opacity-40"
        />
      </label>
      <Avatar name={name} src={avatar} />
      <div className="min-w-0 max-[23rem]:col-span-2">
        <p className="flex font-medium">
          <AppLink href={personAddress(id)} dir="auto" className="person-link truncate">
            {name}
          </AppLink>
          {role !== 'member' && !hasRoleMenu && <span className="team-badge">{roleNames[role]}</span>}
        </p>
        <p className="flex text-xs text-ink-soft">
          {email && <bdi className="truncate">{email}</bdi>}
          <span className={email ? 'shrink-0 max-lg:hidden' : ''}>
            {email && t('common.comma')}
            <JoinedText {...person} />
          </span>
        </p>
      </div>
      <p className="tabular text-xs text-ink-soft max-md:col-span-3 max-md:col-start-3 max-md:row-start-2">
        {facts.length > 0 ? commaList(facts) : <span className="max-md:hidden">–</span>}
        {block && <BlockText {...block} />}
      </p>
      {hasRoleMenu ? (
        <ChoiceMenu
          label={t('dashboard.personRow.roleOf', { name, name2: roleNames[role] })}
          choices={roleChoices()}
          value={role}
          onChoose={({ value }) => give(value)}
          className={buttonClass(
            'ghost',
            '!px-2 max-md:col-start-4 max-md:row-start-1 max-md:-me-3 max-[23rem]:col-start-3 max-[23rem]:row-start-3 max-[23rem]:-ms-2 max-[23rem]:me-0 max-[23rem]:justify-self-start md:justify-self-start',
          )}
        >
          {roleNames[role]}
          <Icon name="down" className="size-3 shrink-0" />
        </ChoiceMenu>
      ) : (
        <span className="max-md:hidden" />
      )}
      <div className="-me-2 max-md:col-start-5 max-md:row-start-1">
        <ActionMenu
          label={t('dashboard.personRow.actionsFor', { name })}
          items={items}
          onChoose={(chosen) => act[chosen]()}
        />
      </div>
      {isResetting && (
        <ResetFactor id={id} name={name} onClose={() => setResetting(false)} onChanged={onChanged} />
      )}
    </li>
  )
}
