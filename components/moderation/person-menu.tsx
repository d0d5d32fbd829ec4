'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ListedPerson } from '@/lib/queries/people'
import { ActionMenu } from '../ui/action-menu'
import { BlockDialog } from './block-dialog'
import { ResetFactor } from './reset-factor'
import { unblock } from './unblock'

/** What the team can do with a person, after links to other pages: each an address and a name. */
export function PersonMenu(props: {
  person: ListedPerson
  links?: [string, string][]
  onChanged: () => void
}) {
  const { person, links = [], onChanged } = props
  const { id, name, role, hasFactor, block } = person
  const router = useRouter()
  const [open, setOpen] = useState<'reset' | 'block' | null>(null)
  const close = () => setOpen(null)

  const items = [...links]
  if (hasFactor) items.push(['reset', t('dashboard.resetFactor.reset')])
  if (block) items.push(['unblock', t('dashboard.personRow.unblock')])
  else if (!role) items.push(['block', t('common.block')])

  function choose(chosen: string) {
    if (chosen === 'reset' || chosen === 'block') setOpen(chosen)
    else if (chosen === 'unblock') void unblock([id], onChanged)
    else router.push(chosen)
  }

  return (
    items.length > 0 && (
      <>
        <ActionMenu label={t('dashboard.personRow.actionsFor', { name })} items={items} onChoose={choose} />
        {open === 'reset' && <ResetFactor id={id} name={name} onClose={close} onChanged={onChanged} />}
        {open === 'block' && (
          <BlockDialog people={[person]} onClose={close} onBlocked={onChanged} onUnblocked={onChanged} />
        )}
      </>
    )
  )
}
