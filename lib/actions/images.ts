'use server'

import { z } from '../schemas/zod'
import { databaseProblem } from './database-problem'
import { log } from '../log'
import { markImageChanged, markImageDeleted } from './mark-changed'
import { PictureError } from '../image/picture-error'
import { readPicture } from '../image/read-picture'
import {
  imageAltSchema,
  imageIdSchema,
  imageLimits,
  imageOrderSchema,
  imageOwnerSchema,
} from '../schemas/image'
import { storageAddress } from '../supabase/storage-address'
import { memberAction } from './member-action'
import { pathsOf, storePicture } from './stored-picture'
import { refuse, refuseFields, succeed } from '../schemas/action-result'

const maxEdge = 2_400

const place = 'id, category:categories!inner(slug)'
/** What an image belongs to, asked for with the write: a list of at most one, since Lite makes no single row of it. */
const ownerColumns = `post:posts(${place}), comment:comments(post:posts!inner(${place}))` as const

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
  try {
    const wanted = { person: viewer.id, maxBytes: imageLimits.bytes, maxEdge }
    const picture = await readPicture(file, wanted)
    const { stored, refusal } = await storePicture(client, 'images', viewer.id, picture)
    if (refusal) return refusal
    const { width, height } = picture
    const shown = { alt: facts.data.alt, width, height, widths: stored.widths }
    const { data: images, error } = await client
      .from('images')
      .insert({ ...owner, ...shown, path: stored.path })
      .select(`id, ${ownerColumns}`)
    if (error) {
      await client.storage.from('images').remove(pathsOf(stored))
      return databaseProblem(error, `There can be at most ${imageLimits.count} images.`)
    }
    const image = images[0]!
    markImageChanged(image)
    return succeed({ ...shown, id: image.id, src: storageAddress('images', stored.path) })
  } catch (error) {
    if (error instanceof PictureError) return refuse(error.message)
    throw error
  }
})

export const describeImage = memberAction(imageAltSchema, async ({ id, alt }, { client }) => {
  const { data, error } = await client.from('images').update({ alt }).eq('id', id).select(ownerColumns)
  if (error) return databaseProblem(error)
  const [image] = data
  if (!image) return refuse('This image no longer exists, or it is not yours.', { reason: 'gone' })
  markImageChanged(image)
  return succeed(null)
})

/** Puts images of one post or comment in the order given. */
export const orderImages = memberAction(imageOrderSchema, async ({ ids }, { client }) => {
  for (const [position, id] of ids.entries()) {
    const { data, error } = await client.from('images').update({ position }).eq('id', id).select(ownerColumns)
    if (error) return databaseProblem(error)
    const [image] = data
    if (!image) return refuse('One of these images no longer exists, or it is not yours.', { reason: 'gone' })
    if (position === ids.length - 1) markImageChanged(image)
  }
  return succeed(null)
})

/** Removes the row and, at once, its objects. */
export const deleteImage = memberAction(imageIdSchema, async ({ id }, { client }) => {
  const { data, error } = await client
    .from('images')
    .delete()
    .eq('id', id)
    .select(`path, widths, ${ownerColumns}`)
  if (error) return databaseProblem(error)
  const [image] = data
  if (!image) return refuse('This image no longer exists, or it is not yours.', { reason: 'gone' })
  markImageDeleted(image)
  const removed = await client.storage.from('images').remove(pathsOf(image))
  // What stays behind is removed by npm run clean-up.
  if (removed.error) log('warn', 'An object could not be removed', { reason: removed.error.message })
  return succeed(null)
})
