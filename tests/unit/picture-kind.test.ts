import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureKind } from '@/lib/image/picture-kind'

const plain = { create: { width: 8, height: 8, channels: 3, background: '#822ae8' } } as const

test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
  '%s is recognized by its content',
  async (format) => {
    const bytes = await sharp(plain).toFormat(format).toBuffer()
    expect(await pictureKind(new Blob([new Uint8Array(bytes)]))).toBe(`image/${format}`)
  },
)

test.each(['', 'not a picture', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'RIFF1234WAVEfmt ', '%PDF-1.7'])(
  '%j is not an image, whatever its type claims',
  async (content) => {
    expect(await pictureKind(new Blob([content], { type: 'image/png' }))).toBeNull()
  },
)
