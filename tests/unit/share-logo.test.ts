import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { log } = vi.hoisted(() => ({ log: vi.fn() }))
vi.mock('../../lib/log', () => ({ log }))
let readShareLogo: typeof import('../../lib/publish/share-logo').readShareLogo
beforeEach(async () => {
  vi.resetModules()
  ;({ readShareLogo } = await import('../../lib/publish/share-logo'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  log.mockReset()
})

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
  ['is out of reach', () => Promise.reject(new Error('fetch failed'))],
])('a logo that %s is none', async (_, answer) => {
  vi.stubGlobal('fetch', vi.fn(answer))
  expect(await readShareLogo('https://feedback.example.com/logo.png')).toBeNull()
})

test('a logo without a Content-Length is read only up to the limit', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(to) {
      sent += 65_536
      to.enqueue(new Uint8Array(65_536))
    },
  })
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(endless)),
  )
  expect(await readShareLogo('/endless.png')).toBeNull()
  expect(sent).toBeLessThan(5 * 1024 * 1024)
  expect(log.mock.calls[0]![2]).toEqual({ reason: 'It is larger than 4 MB.' })
})

test('an available logo is requested once, however many need it', async () => {
  const bytes = new Uint8Array(await wide.clone().png().toBuffer())
  const asked = vi.fn(async () => new Response(bytes))
  vi.stubGlobal('fetch', asked)
  const [first, second] = await Promise.all([readShareLogo('/logo'), readShareLogo('/logo')])
  expect(first).not.toBeNull()
  expect([second, await readShareLogo('/logo')]).toEqual([first, first])
  expect(asked).toHaveBeenCalledOnce()
})

test('an unreachable logo is requested again only after minutes', async () => {
  const asked = vi.fn(() => Promise.reject(new Error('fetch failed')))
  vi.stubGlobal('fetch', asked)
  const now = vi.spyOn(performance, 'now')
  const at = (minutes: number) => now.mockReturnValue(1_000 + minutes * 60_000)
  for (const minutes of [0, 1, 4]) {
    at(minutes)
    expect(await readShareLogo('/logo')).toBeNull()
  }
  expect(asked).toHaveBeenCalledOnce()
  // The cache reads the clock once per millisecond.
  await new Promise((next) => setTimeout(next, 10))
  at(6)
  await readShareLogo('/logo')
  expect(asked).toHaveBeenCalledTimes(2)
})
