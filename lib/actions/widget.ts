'use server'

import { succeed } from '../schemas/action-result'
import { contextSchema } from '../schemas/widget'
import { memberAction } from './member-action'
import { databaseProblem } from './refusals'

/** Tells the team on which page and in which browser the person has just written a post. */
export const sendContext = memberAction(contextSchema, async ({ post, page, browser }, { client }) => {
  const { error } = await client.rpc('note_context', { post_id: post, page, browser })
  return error ? databaseProblem(error) : succeed(null)
})
