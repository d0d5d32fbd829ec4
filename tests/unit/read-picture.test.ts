import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PictureError } from '../../lib/image/picture-error'
import { readPicture } from '../../lib/image/read-picture'

const limits = {
  person: 'somebody',
  maxBytes: 5 * 1024 * 1024,
  maxEdge: 800,
  signal: new AbortController().signal,
}
const plain = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#822ae8' } })
const file = (data: Buffer | string, type: string) =>
  new File([typeof data === 'string' ? data : new Uint8Array(data)], 'file', { type })

test('an image becomes an upright WebP within its size limit and without metadata', async () => {
  const photo = await plain(1600, 1200)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { data, width, height } = await readPicture(file(photo, 'image/jpeg'), limits)
  const facts = await sharp(data).metadata()
  expect(facts).toMatchObject({ format: 'webp', width, height })
  expect([width, height]).toEqual([600, 800])
  expect(facts.exif).toBeUndefined()
  expect(data.includes('Somebody')).toBe(false)
})

test('an image gets smaller versions, animated if it is', async () => {
  const frames = await Promise.all(
    ['#822ae8', '#228833', '#dd8800'].map((background) =>
      sharp({ create: { width: 840, height: 420, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 200, 300] })
    .toBuffer()
  const { data, sizes, ...own } = await readPicture(file(moving, 'image/gif'), limits)
  expect(own).toEqual({ width: 800, height: 400 })
  expect(sizes.map(({ width }) => width)).toEqual([320, 640])
  const facts = await Promise.all(
    [data, ...sizes.map((size) => size.data)].map((one) => sharp(one).metadata()),
  )
  const all = { format: 'webp', pages: 3, delay: [100, 200, 300] }
  expect(facts).toMatchObject([
    { ...all, width: 800, height: 400 },
    { ...all, width: 320, height: 160 },
    { ...all, width: 640, height: 320 },
  ])
})

test('an image that exceeds its limit after conversion is refused', async () => {
  const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * n * 7919) % 251))
  const avif = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .avif({ quality: 1 })
    .toBuffer()
  const sent = readPicture(file(avif, 'image/avif'), { ...limits, maxBytes: avif.length })
  await expect(sent).rejects.toThrow('too large to save')
})

test('an avatar becomes a square of one size', async () => {
  const { width, height, sizes } = await readPicture(file(await plain().png().toBuffer(), 'image/png'), {
    ...limits,
    maxEdge: 256,
    square: true,
  })
  expect([width, height]).toEqual([256, 256])
  expect(sizes).toEqual([])
})

describe('refused with a message:', async () => {
  const png = await plain().png().toBuffer()
  const bomb = await sharp({ create: { width: 7200, height: 7200, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const deep = await sharp({ create: { width: 5000, height: 5000, channels: 4, background: '#fff' } })
    .toColourspace('rgb16')
    .png({ compressionLevel: 9, progressive: true })
    .toBuffer()
  const noisy = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251)), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .png()
    .toBuffer()
  const cases: [string, File, RegExp][] = [
    [
      'a picture of few bytes that are 200 million unpacked',
      file(deep, 'image/png'),
      /25 megapixels, and this type can have up to 16/,
    ],
    ['an empty file', file('', 'image/png'), /empty/],
    ['a text that says it is a picture', file('hello', 'image/png'), /Choose a PNG/],
    [
      'an SVG',
      file('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml'),
      /Choose a PNG/,
    ],
    [
      'an SVG that says it is a PNG',
      file('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/png'),
      /Choose a PNG/,
    ],
    ['a PNG that says it is a JPEG', file(png, 'image/jpeg'), /doesn't match its file type/],
    ['a TIFF', file(await plain().tiff().toBuffer(), 'image/tiff'), /Choose a PNG/],
    [
      'a page behind a picture',
      file(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), 'image/png'),
      /more than an image/,
    ],
    ['half a picture', file(noisy.subarray(0, noisy.length / 2), 'image/png'), /damaged/],
    ['fifty megapixels', file(bomb, 'image/png'), /too large: it has 51.9 megapixels/],
    ['a byte too many', file(Buffer.alloc(limits.maxBytes + 1), 'image/png'), /larger than 5 MB/],
  ]
  test.each(cases)('%s', async (_, given, sentence) => {
    const error = await readPicture(given, limits).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(PictureError)
    expect((error as Error).message).toMatch(sentence)
  })
})
