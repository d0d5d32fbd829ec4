'use server'

import { sessionSchema } from '../schemas/account-security'
import { succeed } from '../schemas/action-result'
import * as z from '../schemas/zod'
import { memberAction } from './member-action'
import { databaseProblem } from './refusals'

export const endSession = memberAction(sessionSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('end_session', { session_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const endOtherSessions = memberAction(z.null(), async (_, { client }) => {
  const { error } = await client.rpc('end_other_sessions')
  return error ? databaseProblem(error) : succeed(null)
})
