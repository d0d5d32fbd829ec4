'use server'

import { after } from 'next/server'
import { databaseProblem } from './database-problem'
import { markEverythingChanged } from './mark-changed'
import { parseMarkdown } from '../text/markdown'
import { readAdminPost } from '../queries/dashboard'
import { removeOrphans } from './remove-orphans'
import { bulkCategorySchema, bulkSchema, bulkStateSchema, matchingSchema } from '../schemas/dashboard'
import { postIdSchema } from '../schemas/post'
import { storageAddress } from '../supabase/storage-address'
import type { Json } from '../supabase/database.types'
import { adminAction } from './member-action'
import { refuse, succeed } from '../schemas/action-result'

const undoTime = 75_000

/** What became of each post: done, unchanged, missing or conflict. */
export type Outcomes = { post_id: number; outcome: string }[]

export const setStates = adminAction(bulkStateSchema, async ({ ids, state, seen, note }, { client }) => {
  const { data, error } = await client.rpc('admin_set_state', {
    post_ids: ids,
    new_state: state,
    seen,
    public_note: note || undefined,
  })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  return succeed(data as Outcomes)
})

export const setCategories = adminAction(bulkCategorySchema, async ({ ids, category, seen }, { client }) => {
  const { data, error } = await client.rpc('admin_set_category', {
    post_ids: ids,
    new_category: category,
    seen,
  })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  return succeed(data as Outcomes)
})

export const deletePosts = adminAction(bulkSchema, async ({ ids }, { client }) => {
  const { data, error } = await client.rpc('delete_posts', { post_ids: ids })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  after(async () => {
    await new Promise((resolve) => setTimeout(resolve, undoTime))
    await removeOrphans(client)
  })
  return succeed({ deleted: data })
})

export const restorePosts = adminAction(bulkSchema, async ({ ids }, { client }) => {
  const { data, error } = await client.rpc('restore_posts', { post_ids: ids })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  return data > 0
    ? succeed({ restored: data })
    : refuse('It is too late to bring them back.', { reason: 'gone' })
})

/** The next thousand posts a filter matches, with what is needed to notice a conflict. */
export const listMatching = adminAction(matchingSchema, async ({ filter, afterId }, { client }) => {
  const { data, error } = await client.rpc('admin_matching', { filter: filter as Json, after_id: afterId })
  if (error) return databaseProblem(error)
  return succeed(data.map(({ id, state, category_id }) => ({ id, state, categoryId: category_id })))
})

export const getAdminPost = adminAction(postIdSchema, async ({ id }) => {
  const post = await readAdminPost(id)
  if (!post) return refuse('This post no longer exists.', { reason: 'gone' })
  return succeed({
    ...post,
    details: parseMarkdown(post.details),
    images: post.images.map(({ path, ...image }) => ({ ...image, src: storageAddress('images', path) })),
  })
})
