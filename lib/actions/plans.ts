'use server'

import { succeed } from '../schemas/action-result'
import { type Plan, planSchema } from '../schemas/plan'
import { databaseProblem } from './database-problem'
import { markPostChanged } from './mark-changed'
import { teamAction } from './member-action'

/** Changes who takes care of posts and by when they are expected. Says what became of each, and what its plan was. */
export const setPlan = teamAction(planSchema, async ({ ids, plan, seen }, { client }) => {
  const { data, error } = await client.rpc('admin_set_plan', { post_ids: ids, plan, seen })
  if (error) return databaseProblem(error, 'This person is no longer of the team.')
  // Who takes care of a post stands on no stored page.
  if (plan.quarter !== undefined)
    for (const { post_id: id, category_slug, outcome } of data)
      if (outcome === 'done') markPostChanged({ id, category_slug })
  return succeed(
    data.map(({ post_id, outcome, before }) => ({ post_id, outcome, before: before as unknown as Plan })),
  )
})
