import { readFileSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PictureError } from '../../lib/image/picture-error'
import { readPicture } from '../../lib/image/read-picture'
import { lyingAvif, pngChunk, pngWith, wideAvif, wordyPng } from '../support/hostile-pictures'

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#822ae8' } })
const read = (data: Buffer, kind: string) =>
  readPicture(new File([new Uint8Array(data)], 'file', { type: `image/${kind}` }), {
    person: randomUUID(),
    maxBytes: 5 * 1024 * 1024,
    maxEdge: 2400,
    signal: new AbortController().signal,
  })

/** The most memory this process gains while something runs, in megabytes. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const held = (line: string) =>
    Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'latin1'))![1]) / 1024
  writeFileSync('/proc/self/clear_refs', '5')
  const before = held('VmRSS')
  await work()
  return held('VmHWM') - before
}

describe('files from phones and screens are accepted:', () => {
  const made: [string, string, () => Promise<Buffer>][] = [
    ['a photo of 12 megapixels', 'jpeg', () => flat(4032, 3024).jpeg().toBuffer()],
    ['one that is progressive', 'jpeg', () => flat(4032, 3024).jpeg({ progressive: true }).toBuffer()],
    ['one in AVIF', 'avif', () => flat(4032, 3024).avif({ effort: 0 }).toBuffer()],
    ['a screen of 5K in PNG', 'png', () => flat(5120, 2880).png().toBuffer()],
    ['a panorama', 'png', () => flat(20_000, 1900).png().toBuffer()],
    ['a screen of 5K in WebP', 'webp', () => flat(5120, 2880).webp({ effort: 0 }).toBuffer()],
  ]
  test.each(made)('%s', async (_, kind, make) => {
    expect((await read(await make(), kind)).width).toBe(2400)
  })
})

test.runIf(process.platform === 'linux')('an image is decoded outside the server’s memory', async () => {
  const avif = await flat(3800, 3100).avif({ effort: 0 }).toBuffer()
  expect(await growth(() => read(avif, 'avif'))).toBeLessThan(60)
})

describe('refused within seconds, without harm to the server:', () => {
  const jpeg = () => flat(1000, 1000).jpeg().toBuffer()
  const cases: [string, string, () => Promise<Buffer> | Buffer, RegExp][] = [
    ['a wide AVIF of a kilobyte', 'avif', () => wideAvif, /39.7 megapixels, and this type can have up to 12/],
    ['an AVIF that says it is small', 'avif', lyingAvif, /too large|damaged/],
    ['a line of ten million pixels', 'png', () => flat(1, 9_900_000).png().toBuffer(), /20000 pixels/],
    ['texts of a gigabyte', 'png', () => wordyPng('zTXt'), /too large/],
    ['international texts of a gigabyte', 'png', () => wordyPng('iTXt'), /too large/],
    [
      'a JPEG that is as high as it says at its end',
      'jpeg',
      async () => heightOf(await jpeg(), 0),
      /damaged/,
    ],
    ['a JPEG higher than its rows', 'jpeg', async () => heightOf(await jpeg(), 15_000), /damaged/],
    ['a JPEG that ends early', 'jpeg', async () => (await jpeg()).subarray(0, 3000), /damaged/],
    ['a moving picture of few large frames', 'webp', movingWebp, /12 frames of 1800 × 1800 pixels/],
  ]
  test.each(cases)(
    '%s',
    async (_, kind, make, sentence) => {
      const bytes = await make()
      let last = performance.now()
      let longest = 0
      const heart = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 5)
      let error: unknown
      const more = process.platform === 'linux' ? await growth(async () => (error = await refusal())) : 0
      clearInterval(heart)
      expect(error).toBeInstanceOf(PictureError)
      expect((error as Error).message).toMatch(sentence)
      expect(more).toBeLessThan(60)
      expect(longest).toBeLessThan(1000)
      async function refusal() {
        return read(bytes, kind).catch((caught: unknown) => caught)
      }
    },
    20_000,
  )
})

describe('harmless, whatever it contains:', () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000), { level: 9 })
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), bomb]))
  const cut = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), bomb.subarray(0, -6)]))
  const cases: [string, Buffer][] = [
    ['color profiles of a gigabyte', pngWith(Array(20).fill(profile))],
    ['texts that end early', pngWith(Array(20).fill(cut))],
    ['two hundred thousand chunks', pngWith(Array(200_000).fill(pngChunk('abCd', Buffer.alloc(0))))],
    ['the frames of an APNG', pngWith([pngChunk('acTL', Buffer.from([0, 0, 255, 255, 0, 0, 0, 0]))])],
  ]
  test.each(cases)('%s', async (_, png) => {
    const { data, width } = await read(png, 'png')
    expect([width, data.length < 100]).toEqual([1, true])
  })
})

/** A JPEG with this height in its header; where it is 0, a marker after its rows may correct it. */
function heightOf(jpeg: Buffer, height: number): Buffer {
  const bytes = Buffer.from(jpeg)
  bytes.writeUInt16BE(height, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5)
  return bytes
}

async function movingWebp(): Promise<Buffer> {
  const frames = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      sharp({ create: { width: 1800, height: 1800, channels: 3, background: { r: n * 20, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
}
