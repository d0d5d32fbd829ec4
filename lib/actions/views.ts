'use server'

import { refuse, succeed } from '../schemas/action-result'
import { viewIdSchema, viewSchema } from '../schemas/view'
import { databaseProblem } from './database-problem'
import { teamAction } from './member-action'

const taken = 'You have a view of this name already.'
const gone = 'This view is gone, or somebody else’s.'

/** Keeps what the dashboard shows under a name, or changes the view with the id. */
export const saveView = teamAction(viewSchema, async ({ id, name, query, isShared }, { client }) => {
  const table = client.from('dashboard_views')
  const row = { name, query, is_shared: isShared }
  const { data, error } = await (id ? table.update(row).eq('id', id) : table.insert(row))
    .select('id')
    .maybeSingle()
  if (error?.code === '23505') return refuse(taken, { fieldErrors: { name: taken } })
  if (error) return databaseProblem(error, 'You have 50 views. Delete one first.')
  return data ? succeed(data) : refuse(gone, { reason: 'gone' })
})

export const deleteView = teamAction(viewIdSchema, async ({ id }, { client }) => {
  const { data, error } = await client.from('dashboard_views').delete().eq('id', id).select('id')
  if (error) return databaseProblem(error)
  return data.length > 0 ? succeed(null) : refuse(gone, { reason: 'gone' })
})
