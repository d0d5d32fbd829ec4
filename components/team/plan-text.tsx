import type { TeamMember } from '@/lib/queries/people'
import type { TriagePost } from '@/lib/queries/triage'
import { quarterText } from '@/lib/text/dates'

/** Who takes care of a post, and by when it is expected, as far as that is said. */
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
