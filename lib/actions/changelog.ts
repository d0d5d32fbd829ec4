'use server'

import { t } from '../words/t.ts'
import { refuse, succeed } from '../schemas/action-result'
import { entrySchema, labelSchema, previewEntrySchema, publishSchema } from '../schemas/changelog'
import { idSchema } from '../schemas/fields'
import type { ViewerClient } from '../supabase/server'
import { parseMarkdown } from '../text/markdown'
import { markEntryChanged, markEntryPublished, markPostChanged } from './mark-changed'
import { teamAction } from './member-action'
import { databaseProblem } from './refusals'

async function addressesOf(client: ViewerClient, entry: number): Promise<string[]> {
  const { data } = await client
    .from('changelog_addresses')
    .select('slug')
    .eq('entry_id', entry)
    .throwOnError()
  return data.map(({ slug }) => slug)
}

export const saveEntry = teamAction(entrySchema, async (form, { client }) => {
  const { id, title, body, slug, labels, posts, seenRevision, key } = form
  const { data, error } = await client
    .rpc('admin_save_entry', {
      entry_id: id as number,
      new_title: title,
      new_body: body,
      labels,
      posts,
      seen_revision: seenRevision ?? undefined,
      new_slug: slug,
      sent_key: key,
    })
    .single()
  if (error) return databaseProblem(error, t('actions.posts.thisTitleOrText'))
  if (data.status === 'missing') return refuse(t('actions.changelog.gone'), { reason: 'gone' })
  const { data: current } = await client
    .rpc('admin_entry', { entry_id: data.id })
    .select('title, body, state, revision, slug')
    .single()
    .throwOnError()
  if (data.status === 'saved' && current.state === 'published') {
    markEntryChanged(await addressesOf(client, data.id))
  }
  return succeed({ isSaved: data.status === 'saved', id: data.id, ...current })
})

export const publishEntry = teamAction(publishSchema, async (form, { client }) => {
  const { id, seenRevision, at, moment, tells, completes } = form
  const { data, error } = await client
    .rpc('admin_publish_entry', {
      entry_id: id,
      at_time: at ?? undefined,
      at_moment: moment ?? undefined,
      tells,
      completes,
      seen_revision: seenRevision,
    })
    .single()
  if (error) return databaseProblem(error)
  const said = {
    missing: t('actions.changelog.gone'),
    conflict: t('actions.changelog.conflict'),
    past: t('actions.changelog.past'),
  }[data.status]
  if (said) return refuse(said, data.status === 'past' ? { fieldErrors: { at: said } } : {})
  if (data.status === 'published') markEntryPublished(await addressesOf(client, id), true)
  await markCompleted(client, data.completed)
  return succeed({ isPublished: data.status === 'published', slug: data.slug })
})

async function markCompleted(client: ViewerClient, posts: number[]): Promise<void> {
  if (posts.length === 0) return
  const { data } = await client
    .from('posts')
    .select('id, categories!inner(slug)')
    .in('id', posts)
    .throwOnError()
  for (const { id, categories } of data) markPostChanged({ id, category_slug: categories.slug })
}

export const unpublishEntry = teamAction(idSchema, async ({ id }, { client }) => {
  const { data: isThere, error } = await client.rpc('admin_take_back_entry', { entry_id: id })
  if (error) return databaseProblem(error)
  if (!isThere) return refuse(t('actions.changelog.gone'), { reason: 'gone' })
  markEntryPublished(await addressesOf(client, id), false)
  return succeed(null)
})

export const notifyAgain = teamAction(idSchema, async ({ id }, { client }) => {
  const { data: isTold, error } = await client.rpc('admin_tell_entry_again', { entry_id: id })
  if (error) return databaseProblem(error)
  return isTold ? succeed(null) : refuse(t('actions.changelog.notPublished'), { reason: 'gone' })
})

export const deleteEntry = teamAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_delete_entry', { entry_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const saveLabel = teamAction(labelSchema, async ({ id, name }, { client }) => {
  const { error } = await client.rpc('admin_save_label', { label_id: id as number, new_name: name })
  if (error?.code === '23505') return refuse(t('actions.changelog.labelExists'))
  if (error) return databaseProblem(error)
  markEntryChanged([])
  return succeed(null)
})

export const deleteLabel = teamAction(idSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_delete_label', { label_id: id })
  if (error) return databaseProblem(error)
  markEntryChanged([])
  return succeed(null)
})

export const previewEntry = teamAction(previewEntrySchema, async ({ text }) => succeed(parseMarkdown(text)))
