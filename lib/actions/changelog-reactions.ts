'use server'

import { memberAction } from './member-action'
import { markEntryChanged } from './mark-changed'
import { databaseProblem } from './refusals'
import { succeed } from '../schemas/action-result'
import { reactionSchema } from '../schemas/changelog'
import * as z from '../schemas/zod'

export const setReaction = memberAction(reactionSchema, async ({ id, wanted }, { client }) => {
  const { data, error } = await client
    .rpc('set_reaction', { entry_id: id, wanted: wanted ?? undefined })
    .single()
  if (error) return databaseProblem(error)
  const { data: entry } = await client.from('changelog_entries').select('slug').eq('id', id).maybeSingle()
  if (entry) markEntryChanged([entry.slug])
  return succeed({
    mine: data.mine as typeof wanted,
    counts: { like: data.likes, love: data.loves, celebrate: data.celebrations },
  })
})

export const seeChangelog = memberAction(z.null(), async (_, { client }) => {
  const { error } = await client.rpc('see_changelog')
  return error ? databaseProblem(error) : succeed(null)
})
