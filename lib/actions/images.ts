'use server'

import { t } from '../words/t.ts'
import { databaseProblem } from './refusals'
import { log } from '../log'
import { markImageChanged, markImageDeleted } from './mark-changed'
import { imageAltSchema, imageIdSchema, imageOrderSchema } from '../schemas/image'
import { memberAction } from './member-action'
import { imageOwnerColumns, pathsOf } from './stored-picture'
import { refuse, succeed } from '../schemas/action-result'

export const describeImage = memberAction(imageAltSchema, async ({ id, alt }, { client }) => {
  const { data, error } = await client.from('images').update({ alt }).eq('id', id).select(imageOwnerColumns)
  if (error) return databaseProblem(error)
  const [image] = data
  if (!image) return refuse(t('actions.images.thisImageNoLonger'), { reason: 'gone' })
  markImageChanged(image)
  return succeed(null)
})

export const orderImages = memberAction(imageOrderSchema, async ({ ids }, { client }) => {
  for (const [position, id] of ids.entries()) {
    const { data, error } = await client
      .from('images')
      .update({ position })
      .eq('id', id)
      .select(imageOwnerColumns)
    if (error) return databaseProblem(error)
    const [image] = data
    if (!image) return refuse(t('actions.images.oneOfTheseImages'), { reason: 'gone' })
    if (position === ids.length - 1) markImageChanged(image)
  }
  return succeed(null)
})

export const deleteImage = memberAction(imageIdSchema, async ({ id }, { client }) => {
  const { data, error } = await client
    .from('images')
    .delete()
    .eq('id', id)
    .select(`path, widths, ${imageOwnerColumns}`)
  if (error) return databaseProblem(error)
  const [image] = data
  if (!image) return refuse(t('actions.images.thisImageNoLonger'), { reason: 'gone' })
  markImageDeleted(image)
  const removed = await client.storage.from('images').remove(pathsOf(image))
  if (removed.error) log('warn', 'An object could not be removed', { reason: removed.error.message })
  return succeed(null)
})
