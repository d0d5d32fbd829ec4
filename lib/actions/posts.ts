'use server'

import { after } from 'next/server'
import { databaseProblem } from './database-problem'
import { markAddressChanged, markPostChanged } from './mark-changed'
import { parseMarkdown } from '../text/markdown'
import { postAddress } from '../post/address'
import { removeOrphans } from './remove-orphans'
import { editPostSchema, postIdSchema, previewSchema, sendPostSchema } from '../schemas/post'
import type { viewerClient } from '../supabase/server'
import { memberAction } from './member-action'
import { type ActionResult, refuse, refuseFields, succeed } from '../schemas/action-result'

type Client = Awaited<ReturnType<typeof viewerClient>>

/** How long a deleted post can be had back, in milliseconds, and a little more for the way there. */
const undoTime = 75_000

async function findAddress(client: Client, id: number) {
  const { data } = await client
    .from('posts')
    .select('id, slug, categories!inner(slug)')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data && { id: data.id, slug: data.slug, categorySlug: data.categories.slug }
}

/** Sent once more with its key, because the answer got lost, a post is answered like the first time. */
export const createPost = memberAction(sendPostSchema, async (form, { client }) => {
  const { category, title, details, key } = form
  const { data: known } = await client
    .from('categories')
    .select('id')
    .eq('slug', category)
    .maybeSingle()
    .throwOnError()
  if (!known) return refuse('This category no longer exists.', { reason: 'gone' })
  const { data, error } = await client
    .rpc('create_post', { category_id: known.id, title, details, sent_key: key })
    .maybeSingle()
  if (error) return databaseProblem(error, 'This title or text cannot be used.')
  if (!data) return refuse('This post has been deleted since.', { reason: 'gone' })
  const post = { id: data.id, slug: data.slug, categorySlug: category }
  markAddressChanged(post)
  return succeed({ id: post.id, address: postAddress(post) })
})

/** The texts as they were written, and the revision that an edit starts from. */
export const getPostSource = memberAction(postIdSchema, async ({ id }, { client }) => {
  const { data } = await client
    .from('posts')
    .select('title, details, revision')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data ? succeed(data) : refuse('This post no longer exists.', { reason: 'gone' })
})

/** Saves, unless somebody else saved since; then both texts are there to choose from. */
export const editPost = memberAction(
  editPostSchema,
  async ({ id, title, details, seenRevision }, { client }) => {
    const { data, error } = await client
      .rpc('edit_post', { post_id: id, new_title: title, new_details: details, seen_revision: seenRevision })
      .single()
    if (error) return databaseProblem(error, 'This title or text cannot be used.')
    if (data.status === 'missing') return refuse('This post no longer exists.', { reason: 'gone' })
    const saved = { title: data.title, details: data.details, revision: data.revision }
    if (data.status === 'conflict') return succeed({ isSaved: false, ...saved })
    const address = await findAddress(client, id)
    if (address) markPostChanged(address)
    return succeed({ isSaved: true, ...saved })
  },
)

/** Deletes the post; whoever did may have it back for a moment (restorePost). */
export const deletePost = memberAction(postIdSchema, async ({ id }, { client }) => {
  const address = await findAddress(client, id)
  if (!address) return refuse('This post no longer exists.', { reason: 'gone' })
  const { error } = await client.rpc('delete_post', { post_id: id })
  if (error) return databaseProblem(error)
  markAddressChanged(address)
  after(async () => {
    await new Promise((resolve) => setTimeout(resolve, undoTime))
    await removeOrphans(client)
  })
  return succeed(null)
})

export const restorePost = memberAction(postIdSchema, async ({ id }, { client }) => {
  const { data, error } = await client.rpc('restore_posts', { post_ids: [id] })
  if (error) return databaseProblem(error)
  const address = data === 1 ? await findAddress(client, id) : null
  if (!address) return refuse('It is too late to bring this post back.', { reason: 'gone' })
  markAddressChanged(address)
  return succeed({ address: postAddress(address) })
})

/** What a text will look like; for anyone, since visitors may write before they sign in. */
export async function previewMarkdown(
  input: unknown,
): Promise<ActionResult<ReturnType<typeof parseMarkdown>>> {
  const parsed = previewSchema.safeParse(input)
  return parsed.success ? succeed(parseMarkdown(parsed.data.text)) : refuseFields(parsed.error)
}
