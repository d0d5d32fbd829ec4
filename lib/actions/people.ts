'use server'

import { roleSchema } from '../schemas/people'
import { refuse, succeed } from '../schemas/action-result'
import { databaseProblem } from './database-problem'
import { markPersonChanged } from './mark-changed'
import { adminAction } from './member-action'

export const setRole = adminAction(roleSchema, async ({ id, role }, { client }) => {
  const { error } = await client.rpc('set_role', { person_id: id, wanted: role ?? undefined })
  // Who may not have or lose a role: the database says why.
  if (error?.code === '23514') return refuse(error.message)
  if (error) return databaseProblem(error)
  markPersonChanged(id)
  return succeed(null)
})
