'use server'

import { t } from '../words/t.ts'
import { after } from 'next/server'
import { noteVoteNetwork } from '../session/with-secret-key'
import { databaseProblem } from './refusals'
import { markPostChanged } from './mark-changed'
import { voteSchema } from '../schemas/post'
import { giveVoteSchema, takeVoteSchema } from '../schemas/team'
import { memberAction, teamAction } from './member-action'
import { refuse, succeed } from '../schemas/action-result'

/** Adds or removes the vote. Calling it twice changes nothing, so it can be sent again at any time. */
export const setVote = memberAction(voteSchema, async ({ id, wanted }, { viewer, client }) => {
  const { data, error } = await client.rpc('set_vote', { post_id: id, wanted }).single()
  if (error) return databaseProblem(error)
  if (data.voted) after(() => noteVoteNetwork(viewer.id, data.on_post))
  markPostChanged({ id: data.on_post, category_slug: data.category_slug })
  return succeed({ isVoted: data.voted, votesTotal: data.votes_total })
})

/** Votes for someone who asked elsewhere. A person who has already voted keeps that vote. */
export const giveVote = teamAction(giveVoteSchema, async ({ post, voter, why }, { client }) => {
  const { data, error } = voter.includes('@')
    ? await client.rpc('admin_give_vote_by_address', { post_id: post, address: voter, why }).single()
    : await client.rpc('admin_give_vote', { post_id: post, person_id: voter, why }).single()
  if (error) return databaseProblem(error)
  if (!data.given) return refuse(t('actions.votes.thisPersonHasAlready'))
  markPostChanged({ id: data.on_post, category_slug: data.category_slug })
  const person: string = 'person_id' in data ? (data.person_id as string) : voter
  return succeed({ person, votesTotal: data.votes_total })
})

export const takeVote = teamAction(takeVoteSchema, async ({ post, person }, { client }) => {
  const { data, error } = await client.rpc('admin_take_vote', { post_id: post, person_id: person }).single()
  if (error) return databaseProblem(error)
  if (!data.taken) return refuse(t('actions.votes.thisVoteNoLonger'), { reason: 'gone' })
  markPostChanged({ id: data.on_post, category_slug: data.category_slug })
  return succeed({ votesTotal: data.votes_total })
})
