'use client'

import { type FormEvent, useState } from 'react'
import type { TeamMember } from '@/lib/queries/people'
import type { TriagePost } from '@/lib/queries/triage'
import type { Plan } from '@/lib/schemas/team'
import { countText } from '@/lib/text/count-text'
import { nextQuarters, quarterText } from '@/lib/text/dates'
import { Dialog, DialogButtons } from '../ui/dialog'
import { SelectField } from '../ui/select-field'

const asItIs = 'as-it-is'

/** Who takes care of posts, and by when they are expected. Closes without a word where nothing was changed. */
export function PlanDialog(props: {
  count: number
  /** The plan of the one post; several keep what is not chosen. */
  plan: TriagePost['plan'] | null
  team: TeamMember[]
  onSave: (plan: Plan) => void
  onClose: () => void
}) {
  const { count, plan, team, onSave, onClose } = props
  const start = plan
    ? { assignee: plan.assignee ?? '', quarter: plan.quarter ?? '' }
    : { assignee: asItIs, quarter: asItIs }
  const kept = plan ? [] : ([[asItIs, 'No change']] as const)
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
    <Dialog onClose={onClose} title={count === 1 ? 'Plan' : `Plan for ${countText(count)} posts`}>
      <form aria-label="Plan" onSubmit={submit} className="space-y-4">
        <SelectField
          label="Assigned to"
          name="assignee"
          defaultValue={start.assignee}
          choices={[...kept, ['', 'No one'], ...team.map(({ id, name }) => [id, name] as const)]}
        />
        <SelectField
          label="Expected"
          name="quarter"
          defaultValue={start.quarter}
          choices={[...kept, ['', 'No date'], ...quarters.map((one) => [one, quarterText(one)] as const)]}
        />
        <DialogButtons onCancel={onClose}>Save plan</DialogButtons>
      </form>
    </Dialog>
  )
}

/** Those to come, and one that was chosen before and is over. */
function quartersWith(chosen: string | null): string[] {
  const next = nextQuarters(new Date())
  return chosen && !next.includes(chosen) ? [chosen, ...next] : next
}

export function PlanText({ plan, team }: { plan: TriagePost['plan']; team: TeamMember[] }) {
  const assignee = team.find(({ id }) => id === plan.assignee)
  return (
    <>
      {assignee && (
        <span>
          Assigned to <bdi>{assignee.name}</bdi>
        </span>
      )}
      {plan.quarter && <span>Expected {quarterText(plan.quarter)}</span>}
    </>
  )
}
