'use server'

import { t } from '../words/t.ts'
import { databaseProblem, checkHoneypot } from './refusals'
import { markCommentDeleted, markCommentsChanged } from './mark-changed'
import { linkMentions } from '../post/link-mentions'
import { parseMarkdown } from '../text/markdown'
import type { Mentioned } from '../text/mention'
import { commentMessage, createCommentSchema, editCommentSchema } from '../schemas/comment'
import { memberAction } from './member-action'
import { refuse, succeed } from '../schemas/action-result'
import { leastTimes, idSchema } from '../schemas/fields'

/** Sent again with its key, because the response got lost, it gets the same answer as the first time. */
export const createComment = memberAction(
  createCommentSchema,
  async ({ post, parent, body, mentions, key, trap }, { viewer, client }) => {
    const robot = checkHoneypot(trap, leastTimes.comment)
    if (robot) return robot
    const { data, error } = await client
      .rpc('create_comment', { post_id: post, parent_id: parent ?? undefined, body, mentions, sent_key: key })
      .maybeSingle()
    if (error) {
      return parent && error.code === '23503'
        ? refuse(t('actions.comments.youCantReplyTo'), { reason: 'gone' })
        : databaseProblem(error, commentMessage.error())
    }
    const { data: waiting } = data
      ? { data: null }
      : await client.rpc('waiting_of', { sent_key: key, is_comment: true }).throwOnError()
    if (!data && !waiting) return refuse(t('actions.comments.thisCommentHasBeen'), { reason: 'gone' })
    if (data) markCommentsChanged({ id: data.on_post, category_slug: data.category_slug })
    return succeed({
      id: data?.id ?? waiting!,
      body: linkMentions(parseMarkdown(data?.written ?? body), (data?.mentioned ?? []) as Mentioned[]),
      createdAt: data?.created_at ?? new Date().toISOString(),
      isWaiting: waiting !== null,
      editedAt: null,
      authorId: viewer.id,
      authorName: viewer.name,
      authorAvatar: viewer.avatar,
      authorIsTeam: viewer.role !== null,
      cursor: '',
      images: [],
      hiddenReason: null,
    })
  },
)

export const getCommentSource = memberAction(idSchema, async ({ id }, { client }) => {
  const { data } = await client.rpc('comment_source', { comment_id: id }).maybeSingle().throwOnError()
  return data
    ? succeed({ body: data.body, revision: data.revision, post: data.post_id })
    : refuse(t('actions.comments.thisCommentNoLonger'), { reason: 'gone' })
})

export const editComment = memberAction(editCommentSchema, async (form, { client }) => {
  const { id, body, seenRevision, mentions } = form
  const { data, error } = await client
    .rpc('edit_comment', { comment_id: id, new_body: body, seen_revision: seenRevision, mentions })
    .single()
  if (error) return databaseProblem(error, commentMessage.error())
  if (data.status === 'missing') return refuse(t('actions.comments.thisCommentNoLonger'), { reason: 'gone' })
  const text = linkMentions(parseMarkdown(data.body), (data.mentioned ?? []) as Mentioned[])
  const saved = { source: data.body, revision: data.revision, body: text }
  if (data.status === 'conflict') return succeed({ isSaved: false, ...saved })
  markCommentsChanged({ id: data.post_id, category_slug: data.category_slug })
  return succeed({ isSaved: true, ...saved })
})

export const deleteComment = memberAction(idSchema, async ({ id }, { client }) => {
  const { data, error } = await client.rpc('delete_comment', { comment_id: id }).maybeSingle()
  if (error) return databaseProblem(error)
  if (data) markCommentDeleted({ id: data.post_id, category_slug: data.category_slug })
  return succeed(null)
})

export const restoreComment = memberAction(idSchema, async ({ id }, { client }) => {
  const { data, error } = await client.rpc('restore_comment', { comment_id: id }).maybeSingle()
  if (error) return databaseProblem(error)
  if (!data) return refuse(t('actions.comments.thisCommentCantBe'), { reason: 'gone' })
  markCommentsChanged({ id: data.post_id, category_slug: data.category_slug })
  return succeed(null)
})
