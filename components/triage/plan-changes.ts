import { setPlan } from '@/lib/actions/plans'
import { callAction } from '@/lib/browser/call-action'
import { type ActionResult, succeed } from '@/lib/schemas/action-result'
import type { Plan } from '@/lib/schemas/plan'

/** What became of a post, and what its plan was. */
export type PlanOutcome = { post_id: number; outcome: string; before: Plan }

export const planPosts = (ids: number[], plan: Plan): Promise<ActionResult<PlanOutcome[]>> =>
  callAction(() => setPlan({ ids, plan }))

/** Gives posts the plans back that they had, as far as nobody else has changed them since. */
export async function unplanPosts(done: PlanOutcome[], plan: Plan): Promise<ActionResult<PlanOutcome[]>> {
  const groups = new Map<string, PlanOutcome[]>()
  for (const one of done) {
    const key = JSON.stringify(one.before)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const outcomes: PlanOutcome[] = []
  for (const group of groups.values()) {
    const ids = group.map(({ post_id }) => post_id)
    const result = await callAction(() => setPlan({ ids, plan: group[0]!.before, seen: plan }))
    if (!result.ok) return result
    outcomes.push(...result.data)
  }
  return succeed(outcomes)
}

/** The same for chosen posts. */
export function planChange(plan: Plan) {
  const changed: PlanOutcome[] = []
  return {
    said: 'planned anew',
    async change(posts: { id: number }[]) {
      const result = await planPosts(
        posts.map(({ id }) => id),
        plan,
      )
      if (result.ok) changed.push(...result.data.filter(({ outcome }) => outcome === 'done'))
      return result
    },
    async undo(posts: { id: number }[]) {
      const ids = new Set(posts.map(({ id }) => id))
      return [
        await unplanPosts(
          changed.filter(({ post_id }) => ids.has(post_id)),
          plan,
        ),
      ]
    },
  }
}
