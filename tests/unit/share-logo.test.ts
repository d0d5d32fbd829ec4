import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { readShareLogo } from '../../lib/publish/share-logo'

vi.mock('../../lib/log', () => ({ log: vi.fn() }))
afterEach(() => vi.unstubAllGlobals())

const background = { r: 10, g: 20, b: 30, alpha: 1 }
const wide = sharp({ create: { width: 640, height: 80, channels: 4, background } })

test.each([
  ['WebP', () => wide.clone().webp().toBuffer(), 360, 45],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'), 60, 60],
])('a logo in %s is drawn as PNG, in its shape', async (_, bytes, width, height) => {
  const asked = vi.fn(async (_address: URL) => new Response(new Uint8Array(await bytes())))
  vi.stubGlobal('fetch', asked)
  const logo = await readShareLogo('/logo')
  expect(logo).toMatchObject({ width, height, src: expect.stringMatching(/^data:image\/png;base64,/) })
  expect(String(asked.mock.calls[0]![0])).toBe('https://feedback.example.com/logo')
})

test.each([
  ['is not there', () => new Response('', { status: 404 })],
  ['is no picture', () => new Response('words')],
  ['is too large', () => new Response('', { headers: { 'content-length': '99999999' } })],
  ['is out of reach', () => Promise.reject(new Error('fetch failed'))],
])('a logo that %s is none', async (_, answer) => {
  vi.stubGlobal('fetch', vi.fn(answer))
  expect(await readShareLogo('https://feedback.example.com/logo.png')).toBeNull()
})
