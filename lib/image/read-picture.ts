import 'server-only'
import sharp, { type Metadata } from 'sharp'

/** Formats people may send, by what the file contains, whatever its name or type says. */
const formats = new Set(['png', 'jpeg', 'webp', 'gif', 'heif'])
const maxPixels = 40_000_000

// A picture that is a page or a program as well. Written anew it would be harmless; nobody needs to send it.
const hidden = /<script|<html|<!doctype|<\?php/i

const typeOf = (format: string) => `image/${format === 'heif' ? 'avif' : format}`

export type Picture = { data: Buffer; width: number; height: number }
type Wanted = { maxBytes: number; maxEdge: number; square?: boolean }

/** What is wrong with a file somebody chose, as a sentence. */
export class PictureError extends Error {}

/**
 * Reads a picture and writes it anew as WebP: upright, without metadata, at most `maxEdge` pixels wide and high
 * (or cropped to a square of that edge). Animations keep moving.
 * @throws PictureError for anything that is not a sound picture within the limits
 */
export async function readPicture(file: Blob, { maxBytes, maxEdge, square }: Wanted): Promise<Picture> {
  if (file.size === 0) throw new PictureError('This file is empty.')
  if (file.size > maxBytes) {
    throw new PictureError(`This file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
  }
  const bytes = Buffer.from(await file.arrayBuffer())
  const options = { limitInputPixels: maxPixels, failOn: 'warning' as const }
  let facts: Metadata
  try {
    facts = await sharp(bytes, options).metadata()
  } catch {
    throw new PictureError('This file is not a picture, or it is too large to be read.')
  }
  const isKnown = formats.has(facts.format) && (facts.format !== 'heif' || facts.compression === 'av1')
  if (!isKnown) throw new PictureError('Choose a PNG, JPEG, WebP, GIF or AVIF picture.')
  if (file.type && file.type !== typeOf(facts.format)) {
    throw new PictureError('This file is not what its name says. Save it anew as a picture and try again.')
  }
  if (hidden.test(bytes.toString('latin1'))) {
    throw new PictureError('This file holds more than a picture. Save it anew as a picture and try again.')
  }
  const frames = facts.pages ?? 1
  if (facts.width * (facts.pageHeight ?? facts.height) * frames > maxPixels) {
    throw new PictureError('This picture has more than 40 megapixels.')
  }
  try {
    const { data, info } = await sharp(bytes, { ...options, animated: frames > 1 && !square })
      .rotate()
      .resize({
        width: maxEdge,
        height: maxEdge,
        fit: square ? 'cover' : 'inside',
        withoutEnlargement: !square,
      })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.pageHeight ?? info.height }
  } catch {
    throw new PictureError('This picture is damaged and cannot be read to its end.')
  }
}
