'use server'

import { t } from '../words/t.ts'
import { refuse, succeed } from '../schemas/action-result'
import {
  blockSchema,
  dismissSchema,
  hideSchema,
  moderationSchema,
  reportSchema,
  showSchema,
  unblockSchema,
  votesAsideSchema,
  roleSchema,
} from '../schemas/moderation'
import { personSchema } from '../schemas/account-security'
import { listPeople } from '../queries/people'
import { databaseProblem } from './refusals'
import {
  markAddressChanged,
  markCommentDeleted,
  markCommentsChanged,
  markEverythingChanged,
  markPostChanged,
  markPostDeleted,
  markPersonChanged,
} from './mark-changed'
import { adminAction, memberAction, teamAction } from './member-action'
import { switchSchema } from '../schemas/fields'

export const hidePosts = teamAction(hideSchema, async ({ ids, reason }, { client }) => {
  const { data, error } = await client.rpc('hide_posts', { post_ids: ids, reason })
  if (error) return databaseProblem(error)
  data.forEach(markPostDeleted)
  return succeed({ hidden: data.length })
})

export const showPosts = teamAction(showSchema, async ({ ids, seen }, { client }) => {
  const { data, error } = await client.rpc('show_posts', { post_ids: ids, seen })
  if (error) return databaseProblem(error)
  data.forEach(markAddressChanged)
  return data.length > 0
    ? succeed({ shown: data.length })
    : refuse(t('actions.moderation.thisIsAlreadyVisible'), { reason: 'gone' })
})

export const hideComments = teamAction(hideSchema, async ({ ids, reason }, { client }) => {
  const { data, error } = await client.rpc('hide_comments', { comment_ids: ids, reason })
  if (error) return databaseProblem(error)
  for (const { post_id, category_slug } of data) markCommentDeleted({ id: post_id, category_slug })
  return succeed({ hidden: data.length })
})

export const showComments = teamAction(showSchema, async ({ ids, seen }, { client }) => {
  const { data, error } = await client.rpc('show_comments', { comment_ids: ids, seen })
  if (error) return databaseProblem(error)
  for (const { post_id, category_slug } of data) markCommentsChanged({ id: post_id, category_slug })
  return data.length > 0
    ? succeed({ shown: data.length })
    : refuse(t('actions.moderation.thisIsAlreadyVisible'), { reason: 'gone' })
})

export const lockPosts = teamAction(switchSchema, async ({ ids, wanted }, { client }) => {
  const { data, error } = await client.rpc('lock_posts', { post_ids: ids, wanted })
  if (error) return databaseProblem(error)
  data.forEach(markPostChanged)
  return succeed({ changed: data.length })
})

export const pinPosts = teamAction(switchSchema, async ({ ids, wanted }, { client }) => {
  const { data, error } = await client.rpc('pin_posts', { post_ids: ids, wanted })
  if (error) return databaseProblem(error)
  data.forEach(markPostChanged)
  const changed = new Set(data.map(({ id }) => id))
  return succeed(ids.map((id) => ({ post_id: id, outcome: changed.has(id) ? 'done' : 'unchanged' })))
})

export const blockPeople = teamAction(blockSchema, async ({ people, reason, days, hides }, { client }) => {
  const end = days === 0 ? undefined : new Date(Date.now() + days * 86_400_000).toISOString()
  const { data, error } = await client.rpc('block_people', {
    person_ids: people,
    reason,
    ends_at: end,
    hides,
  })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  return succeed({ blocked: data })
})

export const unblockPeople = teamAction(unblockSchema, async ({ people }, { client }) => {
  const { data, error } = await client.rpc('unblock_people', { person_ids: people })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  return succeed({ unblocked: data })
})

/** What the list of people shows about a person. */
export const getListedPerson = teamAction(personSchema, async ({ id }) => {
  const { people } = await listPeople(id, 'all', null)
  return succeed(people.find((person) => person.id === id) ?? null)
})

export const setVotesAside = teamAction(
  votesAsideSchema,
  async ({ post, wanted, signal, people }, { client }) => {
    const { data, error } = await client
      .rpc('set_votes_aside', { of_post: post, wanted, signal, person_ids: people })
      .single()
    if (error) return databaseProblem(error)
    if (data.people.length > 0) markPostChanged({ id: post, category_slug: data.category_slug })
    return succeed({ people: data.people, votesTotal: data.votes_total })
  },
)

export const report = memberAction(reportSchema, async ({ post, comment, reason }, { client }) => {
  const { data, error } = await client
    .rpc('report', { reason, of_post: post, of_comment: comment })
    .maybeSingle()
  if (error) return databaseProblem(error)
  if (data?.was_hidden && post) markPostDeleted(data)
  if (data?.was_hidden && comment) markCommentDeleted(data)
  return succeed(null)
})

export const dismissReports = teamAction(dismissSchema, async ({ posts, comments }, { client }) => {
  const { data, error } = await client.rpc('dismiss_reports', { post_ids: posts, comment_ids: comments })
  if (error) return databaseProblem(error)
  for (const place of data) {
    markAddressChanged(place)
    markCommentsChanged(place)
  }
  return succeed(null)
})

export const reopenReports = teamAction(dismissSchema, async ({ posts, comments }, { client }) => {
  const { data, error } = await client.rpc('reopen_reports', { post_ids: posts, comment_ids: comments })
  if (error) return databaseProblem(error)
  for (const place of data) {
    markPostDeleted(place)
    markCommentDeleted(place)
  }
  return data.length > 0 ? succeed(null) : refuse(t('actions.moderation.nothingToReopen'), { reason: 'gone' })
})

export const unapprove = teamAction(dismissSchema, async ({ posts, comments }, { client }) => {
  const { data, error } = await client.rpc('unapprove', { post_ids: posts, comment_ids: comments })
  if (error) return databaseProblem(error)
  for (const place of data) {
    if (posts.includes(place.id)) markPostDeleted(place)
    else markCommentDeleted(place)
  }
  return data.length > 0
    ? succeed(null)
    : refuse(t('actions.moderation.thisNoLongerExists'), { reason: 'gone' })
})

export const setModeration = adminAction(moderationSchema, async (wanted, { client }) => {
  const { error } = await client.rpc('set_moderation_settings', {
    approval: wanted.approval,
    trusted_days: wanted.trustedDays,
    reports_to_hide: wanted.reportsToHide,
  })
  return error ? databaseProblem(error) : succeed(null)
})

export const setRole = adminAction(roleSchema, async ({ id, role }, { client }) => {
  const { error } = await client.rpc('set_role', { person_id: id, wanted: role ?? undefined })
  if (error) return databaseProblem(error)
  markPersonChanged(id)
  return succeed(null)
})
