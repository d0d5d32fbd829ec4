import 'server-only'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PictureError } from './picture-error'
import { takeTurn } from './picture-line'
import { smallerWidths } from './sizes'

/** Formats people may send, by what the file contains, whatever its name or type says. */
const formats = new Set(['png', 'jpeg', 'webp', 'gif', 'heif'])
const maxPixels = 40_000_000
/** Of a picture unpacked: 40 megapixels of a photo. One that is interlaced and turned is held twice. */
const maxBytes = 120_000_000
const bytesOf: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 }
const maxSeconds = 20
/** How hard WebP is pressed: the last tenth of a moving picture's bytes would cost as much time as all before. */
const effort = { still: 4, moving: 2 }

// Two pictures at once are two threads, whatever the machine has: the rest of it answers requests.
sharp.concurrency(1)
sharp.cache(false)

// A picture that is a page or a program as well. Written anew it would be harmless; nobody needs to send it.
const hidden = /<script|<html|<!doctype|<\?php/i

const typeOf = (format: string) => `image/${format === 'heif' ? 'avif' : format}`

/** A picture as WebP with its smaller versions, all of one shape. */
export type Picture = {
  data: Buffer
  width: number
  height: number
  sizes: { data: Buffer; width: number }[]
}
type Wanted = { person: string; maxBytes: number; maxEdge: number; square?: boolean }

/**
 * Reads a picture and writes it anew as WebP: upright, without metadata, at most `maxEdge` pixels wide and high, and in
 * smaller widths (or cropped to a square of that edge, alone). Animations keep moving.
 * @param person whoever sends it, who gets one turn at a time
 * @throws PictureError for anything that is not a sound picture within the limits, and when there is no turn
 */
export async function readPicture(file: Blob, wanted: Wanted): Promise<Picture> {
  if (file.size === 0) throw new PictureError('This file is empty.')
  if (file.size > wanted.maxBytes) {
    throw new PictureError(`This file is larger than ${Math.round(wanted.maxBytes / 1024 / 1024)} MB.`)
  }
  const bytes = Buffer.from(await file.arrayBuffer())
  return takeTurn(wanted.person, async () => writeAnew(bytes, await inspect(bytes, file.type), wanted))
}

const options = { limitInputPixels: maxPixels, failOn: 'warning' as const }

/** @returns how many frames there are in what can be read, for which `type` is the right name */
async function inspect(bytes: Buffer, type: string): Promise<number> {
  let facts: Metadata
  try {
    facts = await sharp(bytes, options).metadata()
  } catch {
    throw new PictureError('This file is not a picture, or it is too large to be read.')
  }
  const isKnown = formats.has(facts.format) && (facts.format !== 'heif' || facts.compression === 'av1')
  if (!isKnown) throw new PictureError('Choose a PNG, JPEG, WebP, GIF or AVIF picture.')
  if (type && type !== typeOf(facts.format)) {
    throw new PictureError('This file is not what its name says. Save it anew as a picture and try again.')
  }
  if (hidden.test(bytes.toString('latin1'))) {
    throw new PictureError('This file holds more than a picture. Save it anew as a picture and try again.')
  }
  const frames = facts.pages ?? 1
  if (facts.width * (facts.pageHeight ?? facts.height) * frames > maxPixels) {
    throw new PictureError('This picture has more than 40 megapixels.')
  }
  if (facts.width * facts.height * facts.channels * (bytesOf[facts.depth] ?? 8) > maxBytes) {
    throw new PictureError('This picture is too much work to be read. Save it smaller and try again.')
  }
  return frames
}

async function writeAnew(bytes: Buffer, frames: number, { maxEdge, square, maxBytes }: Wanted) {
  const animated = frames > 1 && !square
  const picture = await write(
    sharp(bytes, { ...options, animated })
      .rotate()
      .resize({
        width: maxEdge,
        height: maxEdge,
        fit: square ? 'cover' : 'inside',
        withoutEnlargement: !square,
      }),
    animated,
  )
  if (picture.data.length > maxBytes) {
    throw new PictureError('This picture holds too much to be kept. Make it smaller and try again.')
  }
  const sizes: Picture['sizes'] = []
  for (const width of square ? [] : smallerWidths(picture.width)) {
    const smaller = sharp(picture.data, { animated }).resize({ width })
    sizes.push({ width, data: (await write(smaller, animated)).data })
  }
  return { ...picture, sizes }
}

async function write(picture: Sharp, animated: boolean) {
  try {
    const { data, info } = await picture
      .webp({ quality: 82, effort: animated ? effort.moving : effort.still })
      .timeout({ seconds: maxSeconds })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.pageHeight ?? info.height }
  } catch {
    throw new PictureError('This picture is damaged, or too much work to be read to its end.')
  }
}
