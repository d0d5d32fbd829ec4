'use server'

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { databaseProblem } from './database-problem'
import { log } from '../log'
import { markCommentsChanged } from './mark-changed'
import { PictureError, readPicture } from '../image/read-picture'
import {
  imageAltSchema,
  imageIdSchema,
  imageLimits,
  imageOrderSchema,
  imageOwnerSchema,
} from '../schemas/image'
import { storageAddress } from '../supabase/storage-address'
import type { viewerClient } from '../supabase/server'
import { memberAction } from './member-action'
import { refuse, refuseFields, succeed } from '../schemas/action-result'

type Client = Awaited<ReturnType<typeof viewerClient>>
type Owner = { post_id: number | null; comment_id: number | null }

const maxEdge = 2_400

async function markOwner(client: Client, owner: Owner) {
  const postId =
    owner.post_id ??
    (
      await client
        .from('comments')
        .select('post_id')
        .eq('id', owner.comment_id ?? 0)
        .maybeSingle()
    ).data?.post_id
  const { data } = await client
    .from('posts')
    .select('id, categories!inner(slug)')
    .eq('id', postId ?? 0)
    .maybeSingle()
  if (data) markCommentsChanged({ id: data.id, categorySlug: data.categories.slug })
}

/**
 * Takes a picture for a post or comment of the person's own. What is stored is written anew from what could be
 * seen in it, so it holds neither metadata nor anything else; a refused one leaves nothing behind.
 */
export const uploadImage = memberAction(z.instanceof(FormData), async (form, { viewer, client }) => {
  const facts = imageOwnerSchema.safeParse(Object.fromEntries(form))
  if (!facts.success) return refuseFields(facts.error)
  const file = form.get('picture')
  if (!(file instanceof File)) return refuse('Choose a picture.')
  const owner = {
    post_id: facts.data.owner === 'post' ? facts.data.id : null,
    comment_id: facts.data.owner === 'comment' ? facts.data.id : null,
  }
  const path = `${viewer.id}/${randomUUID()}.webp`
  const bucket = client.storage.from('images')
  try {
    const { data, width, height } = await readPicture(file, { maxBytes: imageLimits.bytes, maxEdge })
    const stored = await bucket.upload(path, data, { contentType: 'image/webp', cacheControl: '31536000' })
    if (stored.error) return refuse('The picture could not be stored. Try again in a moment.')
    const { data: row, error } = await client
      .from('images')
      .insert({ ...owner, path, alt: facts.data.alt, width, height, position: Date.now() % 2_000_000_000 })
      .select('id')
      .single()
    if (error) {
      await bucket.remove([path])
      return databaseProblem(error, `There can be at most ${imageLimits.count} images.`)
    }
    await markOwner(client, owner)
    return succeed({ id: row.id, src: storageAddress('images', path), alt: facts.data.alt, width, height })
  } catch (error) {
    if (error instanceof PictureError) return refuse(error.message)
    throw error
  }
})

export const describeImage = memberAction(imageAltSchema, async ({ id, alt }, { client }) => {
  const { data, error } = await client
    .from('images')
    .update({ alt })
    .eq('id', id)
    .select('post_id, comment_id')
    .maybeSingle()
  if (error) return databaseProblem(error)
  if (!data) return refuse('This image no longer exists, or it is not yours.', { reason: 'gone' })
  await markOwner(client, data)
  return succeed(null)
})

/** Puts images of one post or comment in the order given. */
export const orderImages = memberAction(imageOrderSchema, async ({ ids }, { client }) => {
  for (const [position, id] of ids.entries()) {
    const { data, error } = await client
      .from('images')
      .update({ position })
      .eq('id', id)
      .select('post_id, comment_id')
      .maybeSingle()
    if (error) return databaseProblem(error)
    if (!data) return refuse('One of these images no longer exists, or it is not yours.', { reason: 'gone' })
    if (position === ids.length - 1) await markOwner(client, data)
  }
  return succeed(null)
})

/** Removes the row and, at once, the object. */
export const deleteImage = memberAction(imageIdSchema, async ({ id }, { client }) => {
  const { data, error } = await client
    .from('images')
    .delete()
    .eq('id', id)
    .select('post_id, comment_id, path')
    .maybeSingle()
  if (error) return databaseProblem(error)
  if (!data) return refuse('This image no longer exists, or it is not yours.', { reason: 'gone' })
  const removed = await client.storage.from('images').remove([data.path])
  // What stays behind is removed by npm run clean-up.
  if (removed.error) log('warn', 'An object could not be removed', { reason: removed.error.message })
  else await client.rpc('forget_removed_objects', { paths: [data.path] })
  await markOwner(client, data)
  return succeed(null)
})
