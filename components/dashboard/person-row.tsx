'use client'

import { t, texts } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { startTransition, useOptimistic } from 'react'
import { setRole } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { personAddress } from '@/lib/post/activity'
import type { ListedPerson } from '@/lib/queries/people'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { RelativeTime } from '../ui/relative-time'
import { toast, toastProblem } from '../ui/toast-store'
import { ResetFactor } from './reset-factor'

const roleNames = texts({
  member: 'dashboard.personRow.member',
  moderator: 'dashboard.personRow.moderator',
  admin: 'dashboard.personRow.admin',
})
type RoleName = keyof typeof roleNames
const roleChoices = () =>
  Object.entries(roleNames).map(([value, name]) => ({ value: value as RoleName, name }))

export function PersonRow(props: {
  person: ListedPerson
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onBlock: () => void
  onUnblock: (button: HTMLElement) => void
  givesRoles: boolean
  onChanged: () => void
}) {
  const { person, isChosen, onChoose, onBlock, onUnblock, givesRoles, onChanged } = props
  const { id, name, avatar, email, hasAccount, hasFactor, createdAt } = person
  const { posts, comments, votes, hidden, block } = person
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

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
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
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">
          <AppLink href={personAddress(id)} className="person-link">
            <bdi>{name}</bdi>
          </AppLink>
          {role !== 'member' && <span className="team-badge">{roleNames[role]}</span>}
        </p>
        <p className="truncate text-xs text-ink-soft">
          {email && (
            <>
              <bdi>{email}</bdi>,{' '}
            </>
          )}
          {rich('dashboard.personRow.joined', {
            hasAccount,
            createdAt,
            d: () => <RelativeTime iso={createdAt} />,
          })}
        </p>
      </div>
      <p className="tabular basis-56 text-xs text-ink-soft">
        {t('common.countPosts', { count: posts })}, {t('common.countComments', { count: comments })},{' '}
        {t('common.countVotes', { count: votes })}
        {hidden > 0 && `, ${t('dashboard.personRow.hidden', { hidden })}`}
        {block && (
          <span className="block font-medium text-danger">
            {rich('dashboard.personRow.blocked', {
              hasEnd: block.endsAt !== null,
              endsAt: block.endsAt ?? '',
              d: () => block.endsAt && <LongDate key="end" iso={block.endsAt} />,
            })}
            : <bdi>{block.reason}</bdi>
          </span>
        )}
      </p>
      {hasFactor && <ResetFactor id={id} name={name} onChanged={onChanged} />}
      <div className="flex items-center gap-1 ms-auto sm:basis-44 sm:justify-end">
        {givesRoles && hasAccount && !block && (
          <ChoiceMenu
            label={t('dashboard.personRow.roleOf', { name, name2: roleNames[role] })}
            choices={roleChoices()}
            value={role}
            onChoose={({ value }) => give(value)}
            className={buttonClass('ghost', '!px-2')}
          >
            {roleNames[role]}
            <Icon name="down" className="size-3 shrink-0" />
          </ChoiceMenu>
        )}
        {block ? (
          <Button
            aria-label={t('dashboard.personRow.unblock', { name })}
            onClick={({ currentTarget }) => onUnblock(currentTarget)}
          >
            {t('dashboard.personRow.unblock2')}
          </Button>
        ) : (
          role === 'member' && (
            <Button
              aria-label={t('dashboard.personRow.block', { name })}
              onClick={onBlock}
              look="outline-destructive"
            >
              {t('common.block')}
            </Button>
          )
        )}
      </div>
    </li>
  )
}
