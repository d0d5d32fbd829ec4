'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { type FormEvent, useState } from 'react'
import type { TeamMember } from '@/lib/queries/people'
import type { TriagePost } from '@/lib/queries/triage'
import type { Plan } from '@/lib/schemas/team'
import { nextQuarters, quarterText } from '@/lib/text/quarters'
import { Dialog, DialogButtons } from '../ui/dialog'
import { SelectField } from '../ui/select-field'

const asItIs = 'as-it-is'

export function PlanDialog(props: {
  count: number
  /** The plan of a single post; for several, fields left unchanged keep their values. */
  plan: TriagePost['plan'] | null
  team: TeamMember[]
  onSave: (plan: Plan) => void
  onClose: () => void
}) {
  const { count, plan, team, onSave, onClose } = props
  const start = plan
    ? { assignee: plan.assignee ?? '', quarter: plan.quarter ?? '' }
    : { assignee: asItIs, quarter: asItIs }
  const kept = plan ? [] : ([[asItIs, t('team.plan.noChange')]] as const)
  const [quarters] = useState(() => quartersWith(plan?.quarter ?? null))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const changed = (['assignee', 'quarter'] as const).flatMap((name) => {
      const value = String(form.get(name))
      return value === start[name] ? [] : [[name, value || null]]
    })
    if (changed.length === 0) onClose()
    else onSave(Object.fromEntries(changed) as Plan)
  }

  return (
    <Dialog onClose={onClose} title={count === 1 ? t('common.plan') : t('team.plan.planForPosts', { count })}>
      <form aria-label={t('common.plan')} onSubmit={submit} className="space-y-4">
        <SelectField
          label={t('common.assignedTo')}
          name="assignee"
          defaultValue={start.assignee}
          choices={[...kept, ['', t('common.noOne')], ...team.map(({ id, name }) => [id, name] as const)]}
        />
        <SelectField
          label={t('common.expected')}
          name="quarter"
          defaultValue={start.quarter}
          choices={[
            ...kept,
            ['', t('team.plan.noDate')],
            ...quarters.map((one) => [one, quarterText(one)] as const),
          ]}
        />
        <DialogButtons onCancel={onClose}>{t('team.plan.savePlan')}</DialogButtons>
      </form>
    </Dialog>
  )
}

/** Upcoming quarters, and a past one that was chosen before. */
function quartersWith(chosen: string | null): string[] {
  const next = nextQuarters(new Date())
  return chosen && !next.includes(chosen) ? [chosen, ...next] : next
}

export function PlanText({ plan, team }: { plan: TriagePost['plan']; team: TeamMember[] }) {
  const assignee = team.find(({ id }) => id === plan.assignee)
  return (
    <>
      {assignee && (
        <span>{rich('team.plan.assignedTo', { name: assignee.name, b: (text) => <bdi>{text}</bdi> })}</span>
      )}
      {plan.quarter && <span>{t('team.plan.expected', { quarter: quarterText(plan.quarter) })}</span>}
    </>
  )
}
