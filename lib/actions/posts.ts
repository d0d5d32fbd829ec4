'use server'

import { t } from '../words/t.ts'
import { databaseProblem, checkHoneypot } from './refusals'
import { markAddressChanged, markPostChanged, markPostDeleted } from './mark-changed'
import { currentSlug } from '../queries/categories'
import { parseMarkdown } from '../text/markdown'
import { postAddress } from '../post/address'
import { editPostSchema, previewSchema, sendPostSchema } from '../schemas/post'
import { memberAction } from './member-action'
import { refuse, succeed } from '../schemas/action-result'
import { leastTimes, idSchema } from '../schemas/fields'

/** Sent again with its key, because the response got lost, it gets the same answer as the first time. */
export const createPost = memberAction(sendPostSchema, async (form, { client }) => {
  const { category, title, details, mentions, key, trap } = form
  const robot = checkHoneypot(trap, leastTimes.post)
  if (robot) return robot
  const { data, error } = await client
    .rpc('create_post', { category, title, details, mentions, sent_key: key })
    .maybeSingle()
  if (error) return databaseProblem(error, t('actions.posts.thisTitleOrText'))
  if (!data) {
    const { data: id } = await client.rpc('waiting_of', { sent_key: key, is_comment: false }).throwOnError()
    return id
      ? succeed<{ id: number; address: string | null }>({ id, address: null })
      : refuse(t('common.postDeletedNow'), { reason: 'gone' })
  }
  const home = await currentSlug(category)
  markAddressChanged({ ...data, category_slug: home })
  return succeed({ id: data.id, address: postAddress({ categorySlug: home, slug: data.slug }) })
})

export const getPostSource = memberAction(idSchema, async ({ id }, { client }) => {
  const { data } = await client.rpc('post_source', { post_id: id }).maybeSingle().throwOnError()
  return data ? succeed(data) : refuse(t('common.postGone'), { reason: 'gone' })
})

export const getPostAddress = memberAction(idSchema, async ({ id }, { client }) => {
  const { data } = await client
    .from('posts')
    .select('slug, categories!inner(slug)')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return succeed(data && postAddress({ categorySlug: data.categories.slug, slug: data.slug }))
})

export const editPost = memberAction(
  editPostSchema,
  async ({ id, title, details, seenRevision, mentions }, { client }) => {
    const { data, error } = await client
      .rpc('edit_post', {
        post_id: id,
        new_title: title,
        new_details: details,
        seen_revision: seenRevision,
        mentions,
      })
      .single()
    if (error) return databaseProblem(error, t('actions.posts.thisTitleOrText'))
    if (data.status === 'missing') return refuse(t('common.postGone'), { reason: 'gone' })
    const saved = { title: data.title, details: data.details, revision: data.revision }
    if (data.status === 'conflict') return succeed({ isSaved: false, ...saved })
    markPostChanged({ id, category_slug: data.category_slug })
    return succeed({ isSaved: true, ...saved })
  },
)

export const deletePost = memberAction(idSchema, async ({ id }, { client }) => {
  const { data, error } = await client.rpc('delete_post', { post_id: id }).maybeSingle()
  if (error) return databaseProblem(error)
  if (!data) return refuse(t('common.postGone'), { reason: 'gone' })
  markPostDeleted(data)
  return succeed({ deleted: 1 })
})

export const restorePost = memberAction(idSchema, async ({ id }, { client }) => {
  const { data, error } = await client.rpc('restore_posts', { post_ids: [id] }).maybeSingle()
  if (error) return databaseProblem(error)
  if (!data) return refuse(t('actions.posts.thisPostCantBe'), { reason: 'gone' })
  markAddressChanged(data)
  return succeed({ address: postAddress({ categorySlug: data.category_slug, slug: data.slug }) })
})

/** For members only, because rendering costs work that not everyone may request without limit. */
export const previewMarkdown = memberAction(previewSchema, async ({ text }) => succeed(parseMarkdown(text)))
