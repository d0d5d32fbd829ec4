'use server'

import { t } from '../words/t.ts'
import { refuse, succeed } from '../schemas/action-result'
import { changeTagsSchema, noteSchema, tagSchema, type Plan, planSchema } from '../schemas/team'
import { databaseProblem } from './refusals'
import { teamAction } from './member-action'
import { markPostChanged } from './mark-changed'
import { idSchema, idsSchema, switchSchema } from '../schemas/fields'

export const setLooked = teamAction(switchSchema, async ({ ids, wanted }, { client }) => {
  const { data, error } = await client.rpc('admin_set_looked', { post_ids: ids, wanted })
  return error ? databaseProblem(error) : succeed(data)
})

export const addNote = teamAction(noteSchema, async ({ post, body }, { client, viewer }) => {
  const { data, error } = await client
    .from('post_notes')
    .insert({ post_id: post, body })
    .select('id, body, created_at')
    .single()
  if (error) return databaseProblem(error)
  return succeed({
    id: data.id,
    authorId: viewer.id,
    authorName: viewer.name,
    body: data.body,
    createdAt: data.created_at,
  })
})

export const deleteNote = teamAction(idSchema, async ({ id }, { client }) => {
  const { data, error } = await client.from('post_notes').delete().eq('id', id).select('id')
  if (error) return databaseProblem(error)
  return data.length > 0 ? succeed(null) : refuse(t('actions.triage.thisNoteNoLonger'), { reason: 'gone' })
})

export const changeTags = teamAction(changeTagsSchema, async ({ ids, added, removed }, { client }) => {
  const { data, error } = await client.rpc('admin_change_tags', { post_ids: ids, added, removed })
  if (error) return databaseProblem(error)
  return succeed(
    data.map(({ post_id, tag_id, is_added }) => ({ post: post_id, tag: tag_id, isAdded: is_added })),
  )
})

export const countTags = teamAction(idsSchema, async ({ ids }, { client }) => {
  const { data, error } = await client.rpc('admin_count_tags', { post_ids: ids })
  if (error) return databaseProblem(error)
  return succeed(data.map(({ tag_id, posts }) => ({ tag: tag_id, posts })))
})

const taken = () => t('actions.triage.taken')

export const addTag = teamAction(tagSchema, async ({ name }, { client }) => {
  const { data, error } = await client.from('tags').insert({ name }).select('id, name').single()
  if (error?.code === '23505') return refuse(taken(), { fieldErrors: { name: taken() } })
  return error ? databaseProblem(error) : succeed(data)
})

export const deleteTag = teamAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.from('tags').delete().eq('id', id)
  return error ? databaseProblem(error) : succeed(null)
})

export const setPlan = teamAction(planSchema, async ({ ids, plan, seen }, { client }) => {
  const { data, error } = await client.rpc('admin_set_plan', { post_ids: ids, plan, seen })
  if (error) return databaseProblem(error, t('actions.triage.thisPersonIsNo'))
  // Assignees are on no stored page.
  if (plan.quarter !== undefined)
    for (const { post_id: id, category_slug, outcome } of data)
      if (outcome === 'done') markPostChanged({ id, category_slug })
  return succeed(
    data.map(({ post_id, outcome, before }) => ({ post_id, outcome, before: before as unknown as Plan })),
  )
})
