'use server'

import { t } from '../words/t.ts'
import { databaseProblem } from './refusals'
import { markAddressChanged, markPostChanged, markPostDeleted } from './mark-changed'
import { parseMarkdown } from '../text/markdown'
import { listCategories } from '../queries/categories'
import { countAudience, readAdminPost } from '../queries/dashboard'
import { bulkCategorySchema, bulkStateSchema, matchingSchema, viewSchema } from '../schemas/team'
import { storageAddress } from '../supabase/storage-address'
import type { Json } from '../supabase/database.types'
import { adminAction, teamAction } from './member-action'
import { refuse, succeed } from '../schemas/action-result'
import { idSchema, idsSchema } from '../schemas/fields'

/** What became of each post, and the previous entry if a state change corrected it. */
export type Outcomes = { post_id: number; outcome: string; note?: string | null }[]

const isDone = ({ outcome }: Outcomes[number]) => outcome === 'done'
const toOutcome = ({ post_id, outcome, note }: Outcomes[number]) => ({ post_id, outcome, note })

export const setStates = teamAction(bulkStateSchema, async (form, { client }) => {
  const { ids, state, seen, note, isUndo } = form
  const { data, error } = await client.rpc('admin_set_state', {
    post_ids: ids,
    new_state: state,
    seen,
    public_note: isUndo ? note : note || undefined,
  })
  if (error) return databaseProblem(error)
  for (const { post_id: id, category_slug } of data.filter(isDone)) markPostChanged({ id, category_slug })
  return succeed(data.map(toOutcome))
})

export const setCategories = teamAction(bulkCategorySchema, async ({ ids, category, seen }, { client }) => {
  const { data, error } = await client.rpc('admin_set_category', {
    post_ids: ids,
    new_category: category,
    seen,
  })
  if (error) return databaseProblem(error)
  for (const { post_id: id, old_category_slug, old_slug, category_slug, slug } of data.filter(isDone)) {
    markAddressChanged({ id, category_slug: old_category_slug, slug: old_slug })
    markAddressChanged({ id, category_slug, slug })
  }
  return succeed(data.map(toOutcome))
})

export const deletePosts = adminAction(idsSchema, async ({ ids }, { client }) => {
  const { data, error } = await client.rpc('delete_posts', { post_ids: ids })
  if (error) return databaseProblem(error)
  data.forEach(markPostDeleted)
  return succeed({ deleted: data.length })
})

export const restorePosts = adminAction(idsSchema, async ({ ids }, { client }) => {
  const { data, error } = await client.rpc('restore_posts', { post_ids: ids })
  if (error) return databaseProblem(error)
  data.forEach(markAddressChanged)
  return succeed({ restored: data.length })
})

export const listMatching = teamAction(matchingSchema, async ({ filter, afterId }, { client }) => {
  const { data, error } = await client.rpc('admin_matching', { filter: filter as Json, after_id: afterId })
  if (error) return databaseProblem(error)
  return succeed(data.map(({ id, state, category_id }) => ({ id, state, categoryId: category_id })))
})

export const getTriage = teamAction(idSchema, async ({ id }) => {
  const [categories, audience] = await Promise.all([listCategories(), countAudience([id])])
  return succeed({ categories, audience })
})

export const getAudience = teamAction(idsSchema, async ({ ids }) => succeed(await countAudience(ids)))

export const getAdminPost = teamAction(idSchema, async ({ id }) => {
  const [post, audience] = await Promise.all([readAdminPost(id), countAudience([id])])
  if (!post) return refuse(t('common.postGone'), { reason: 'gone' })
  return succeed({
    ...post,
    audience,
    details: parseMarkdown(post.details),
    images: post.images.map(({ path, ...image }) => ({ ...image, src: storageAddress('images', path) })),
  })
})

const taken = () => t('actions.dashboard.taken')
const gone = () => t('actions.dashboard.gone')

export const saveView = teamAction(viewSchema, async ({ id, name, query, isShared }, { client }) => {
  const table = client.from('dashboard_views')
  const row = { name, query, is_shared: isShared }
  const { data, error } = await (id ? table.update(row).eq('id', id) : table.insert(row))
    .select('id')
    .maybeSingle()
  if (error?.code === '23505') return refuse(taken(), { fieldErrors: { name: taken() } })
  if (error) return databaseProblem(error)
  return data ? succeed(data) : refuse(gone(), { reason: 'gone' })
})

export const deleteView = teamAction(idSchema, async ({ id }, { client }) => {
  const { data, error } = await client.from('dashboard_views').delete().eq('id', id).select('id')
  if (error) return databaseProblem(error)
  return data.length > 0 ? succeed(null) : refuse(gone(), { reason: 'gone' })
})
