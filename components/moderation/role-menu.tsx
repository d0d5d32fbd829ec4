'use client'

import { t } from '@/lib/words/t'
import { startTransition, useOptimistic } from 'react'
import { setRole } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { ListedPerson } from '@/lib/queries/people'
import { ChoiceMenu } from '../ui/choice-menu'
import { Icon } from '../ui/icon'
import { toast, toastProblem } from '../ui/toast-store'
import { roleNames } from './person-texts'

type RoleName = keyof typeof roleNames

export const canHaveRole = ({ hasAccount, block }: ListedPerson) => hasAccount && !block

/** For admins. */
export function RoleMenu(props: { person: ListedPerson; onChanged: () => void; className: string }) {
  const { person, onChanged, className } = props
  const { id, name } = person
  const [role, showRole] = useOptimistic<RoleName>(person.role ?? 'member')

  const give = (next: RoleName) =>
    startTransition(async () => {
      showRole(next)
      const result = await callAction(() => setRole({ id, role: next === 'member' ? null : next }))
      if (result.ok) toast({ title: t('dashboard.personRow.roleChangedTo', { role: next }) })
      else toastProblem(t('dashboard.personRow.theRoleWasntChanged'), result.message)
      onChanged()
    })

  return (
    <ChoiceMenu
      label={t('dashboard.personRow.roleOf', { name, name2: roleNames[role] })}
      choices={Object.entries(roleNames).map(([value, shown]) => ({ value: value as RoleName, name: shown }))}
      value={role}
      onChoose={({ value }) => give(value)}
      align="end"
      className={className}
    >
      {roleNames[role]}
      <Icon name="down" className="size-3 shrink-0" />
    </ChoiceMenu>
  )
}
