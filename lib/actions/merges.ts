'use server'

import { t } from '../words/t.ts'
import { readMergePreview } from '../queries/merges'
import { refuse, succeed } from '../schemas/action-result'
import { differentSchema, mergeSchema, sameSchema } from '../schemas/team'
import { databaseProblem } from './refusals'
import { markMerged, markUnmerged } from './mark-changed'
import { memberAction, teamAction } from './member-action'
import { idsSchema } from '../schemas/fields'

const gone = () => t('actions.merges.gone')

export const previewMerge = teamAction(mergeSchema, async ({ ids, into }) => {
  const preview = await readMergePreview(ids, into)
  return preview && preview.posts.length > 1 ? succeed(preview) : refuse(gone(), { reason: 'gone' })
})

export const mergePosts = teamAction(mergeSchema, async ({ ids, into }, { client }) => {
  const { data, error } = await client.rpc('merge_posts', { post_ids: ids, into_id: into })
  if (error) return databaseProblem(error)
  const done = data.filter(({ outcome }) => outcome === 'done')
  for (const { post_id: id, category_slug, slug, stays_id, stays_category_slug } of done) {
    markMerged({ id, category_slug, slug }, { id: stays_id, category_slug: stays_category_slug })
  }
  if (done.length > 0) return succeed({ merged: done.map(({ post_id }) => post_id) })
  return data.some(({ outcome }) => outcome === 'missing')
    ? refuse(gone(), { reason: 'gone' })
    : refuse(t('actions.merges.someoneElseJustMerged'), { reason: 'gone' })
})

export const unmergePosts = teamAction(idsSchema, async ({ ids }, { client }) => {
  const { data, error } = await client.rpc('unmerge_posts', { post_ids: ids })
  if (error) return databaseProblem(error)
  const done = data.filter(({ outcome }) => outcome === 'done')
  for (const { post_id: id, category_slug, slug, stays_id, stays_category_slug } of done) {
    markUnmerged({ id, category_slug, slug }, { id: stays_id, category_slug: stays_category_slug })
  }
  return done.length > 0
    ? succeed({ undone: done.length })
    : refuse(t('actions.merges.thisHasAlreadyBeen'), { reason: 'gone' })
})

export const saySame = memberAction(sameSchema, async ({ post, other }, { client }) => {
  const { error } = await client.rpc('say_same', { post_id: post, other_id: other })
  return error ? databaseProblem(error) : succeed(null)
})

export const setDifferent = teamAction(differentSchema, async ({ post, other, wanted }, { client }) => {
  const { error } = await client.rpc('set_different', { post_id: post, other_id: other, wanted })
  return error ? databaseProblem(error) : succeed(null)
})
