import { t } from '../words/t.ts'
import 'server-only'
import { PictureError } from './picture-error.ts'
import { pictureKind } from './picture-kind.ts'
import { takeTurn } from './picture-queue.ts'
import { runPictureProcess } from './picture-process.ts'

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

/** @throws PictureError with a sentence for the sender */
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
