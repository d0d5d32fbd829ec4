'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import type { TeamMember } from '@/lib/queries/people'
import type { TriagePost } from '@/lib/queries/triage'
import type { Plan } from '@/lib/schemas/plan'
import { countText } from '@/lib/text/count-text'
import { nextQuarters, quarterText } from '@/lib/text/quarter'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { inputClass } from '../ui/field'

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
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={count === 1 ? 'Plan' : `Plan of ${countText(count)} posts`}
    >
      <form aria-label="Plan" onSubmit={submit} className="space-y-4">
        <Choice label="Assigned to" name="assignee" start={start.assignee} none="Nobody">
          {team.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="Expected" name="quarter" start={start.quarter} none="Not said">
          {quarters.map((quarter) => (
            <option key={quarter} value={quarter}>
              {quarterText(quarter)}
            </option>
          ))}
        </Choice>
        <div className="flex justify-end gap-2">
          <button type="button" onClick={onClose} className={buttonClass('ghost')}>
            Cancel
          </button>
          <button type="submit" className={buttonClass('default')}>
            Save plan
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Those to come, and one that was chosen before and is over. */
function quartersWith(chosen: string | null): string[] {
  const next = nextQuarters(new Date())
  return chosen && !next.includes(chosen) ? [chosen, ...next] : next
}

function Choice(props: { label: string; name: string; start: string; none: string; children: ReactNode }) {
  const { label, name, start, none, children } = props
  return (
    <label className="block">
      <span className="mb-1 block font-medium">{label}</span>
      <select name={name} defaultValue={start} className={`${inputClass} h-10 w-full`}>
        {start === asItIs && <option value={asItIs}>As it is</option>}
        <option value="">{none}</option>
        {children}
      </select>
    </label>
  )
}
