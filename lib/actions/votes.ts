'use server'

import { after } from 'next/server'
import { noteVoteNetwork } from '../session/vote-network'
import { databaseProblem } from './database-problem'
import { markPostChanged } from './mark-changed'
import { voteSchema } from '../schemas/post'
import { memberAction } from './member-action'
import { succeed } from '../schemas/action-result'

/** Makes the vote as it is wanted. Saying so twice changes nothing, so it may be sent again at any time. */
export const setVote = memberAction(voteSchema, async ({ id, wanted }, { viewer, client }) => {
  const { data, error } = await client.rpc('set_vote', { post_id: id, wanted }).single()
  if (error) return databaseProblem(error)
  if (data.voted) after(() => noteVoteNetwork(viewer.id, data.on_post))
  markPostChanged({ id: data.on_post, category_slug: data.category_slug })
  return succeed({ isVoted: data.voted, votesTotal: data.votes_total })
})
