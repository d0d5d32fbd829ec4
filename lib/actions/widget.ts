'use server'

import { succeed } from '../schemas/action-result'
import { contextSchema } from '../schemas/widget'
import { memberAction } from './member-action'
import { databaseProblem } from './refusals'

export const sendContext = memberAction(contextSchema, async ({ post, page, browser }, { client }) => {
  const { error } = await client.rpc('note_context', { post_id: post, page, browser })
  return error ? databaseProblem(error) : succeed(null)
})
