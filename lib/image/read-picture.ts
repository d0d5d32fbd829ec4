import { t } from '../words/t.ts'
import 'server-only'
import { PictureError } from './picture-error'
import { pictureKind } from './picture-kind'
import { takeTurn } from './picture-line'
import { runPictureProcess } from './picture-process'

/** A picture as WebP with its smaller versions, all of one shape. */
export type Picture = {
  data: Buffer
  width: number
  height: number
  sizes: { data: Buffer; width: number }[]
}
type Wanted = {
  person: string
  signal: AbortSignal
  maxBytes: number
  maxEdge: number
  square?: boolean
}

/**
 * Reads a picture and writes it anew as WebP: upright, without metadata, at most `maxEdge` pixels wide and high, and in
 * smaller widths (or cropped to a square of that edge, alone). Animations keep moving.
 * @param person whoever sends it, who gets one turn at a time
 * @param signal aborted when that person leaves
 * @throws PictureError for anything that is not a sound picture within the limits, and when there is no turn
 */
export async function readPicture(
  file: Blob,
  { person, signal, maxBytes, ...wanted }: Wanted,
): Promise<Picture> {
  if (file.size === 0) throw new PictureError(t('image.readPicture.isEmpty'))
  if (file.size > maxBytes) {
    throw new PictureError(t('image.readPicture.fileTooLarge', { limit: Math.round(maxBytes / 1024 / 1024) }))
  }
  const kind = await pictureKind(file)
  if (!kind) throw new PictureError(t('image.readPicture.notAnImage'))
  if (file.type && file.type !== kind) {
    throw new PictureError(t('image.readPicture.wrongType'))
  }
  const bytes = Buffer.from(await file.arrayBuffer())
  const answer = await takeTurn(person, signal, () => runPictureProcess<Picture>({ bytes, ...wanted }))
  if ('refusal' in answer) throw new PictureError(t(answer.refusal, answer.values))
  if ('reason' in answer) throw new PictureError(sentenceOf(answer.reason))
  if (answer.result.data.length > maxBytes) {
    throw new PictureError(t('image.readPicture.tooLarge'))
  }
  return answer.result
}

function sentenceOf(reason: string): string {
  return /memor|alloc/i.test(reason)
    ? t('image.readPicture.thisImageIsToo')
    : t('image.readPicture.thisImageIsDamaged')
}
