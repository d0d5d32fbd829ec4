import { beforeEach, expect, test, vi } from 'vitest'

const { getViewer, readPicture, refuseOthersOwner } = vi.hoisted(() => ({
  getViewer: vi.fn(),
  readPicture: vi.fn(),
  refuseOthersOwner: vi.fn(),
}))
const refusal = { ok: false, message: 'Refused.' }
vi.mock('@/lib/session/viewer', () => ({ getViewer }))
vi.mock('@/lib/image/read-picture', () => ({ readPicture }))
vi.mock('@/lib/actions/image-owner', () => ({ refuseOthersOwner }))
vi.mock('@/lib/actions/stored-picture', () => ({ storePicture: () => ({ refusal }), imageOwnerColumns: '' }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => ({}) }))

const image = 'for=image&alt=x&owner=post&id=7'

beforeEach(() => {
  vi.resetModules()
  getViewer.mockReset().mockResolvedValue({ id: 'me', role: null })
  readPicture.mockReset().mockResolvedValue({})
  refuseOthersOwner.mockReset().mockResolvedValue(null)
})

async function send(query: string) {
  const { POST } = await import('../../app/api/pictures/route')
  const response = await POST(
    new Request(`http://127.0.0.1/api/pictures?${query}`, {
      method: 'POST',
      body: 'picture',
      headers: { origin: 'http://127.0.0.1', host: '127.0.0.1', 'sec-fetch-site': 'same-origin' },
    }),
  )
  return { status: response.status, result: (await response.json()) as { message: string } }
}

test('an image for the sender’s own content is read while the sender is connected', async () => {
  expect(await send(image)).toEqual({ status: 200, result: refusal })
  const signal = expect.any(AbortSignal) as AbortSignal
  expect(readPicture).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), expect.objectContaining({ signal }))
})

test('an image for someone else’s content is refused before it is read', async () => {
  refuseOthersOwner.mockResolvedValue(refusal)
  expect(await send(image)).toEqual({ status: 200, result: refusal })
  expect(refuseOthersOwner.mock.calls[0]![1]).toEqual({ owner: 'post', id: 7, author: 'me' })
  expect(readPicture).not.toHaveBeenCalled()
})

test('an account can send 30 images in ten minutes, successful or not', async () => {
  refuseOthersOwner.mockResolvedValue(refusal)
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  for (let n = 0; n < 30; n++) {
    expect((await send(n % 2 ? 'for=avatar' : image)).status).toBe(200)
  }
  readPicture.mockClear()
  const message = "You're uploading images too quickly. Try again in a few minutes."
  expect(await send('for=avatar')).toEqual({
    status: 429,
    result: { ok: false, message, reason: 'rate-limit' },
  })
  expect(readPicture).not.toHaveBeenCalled()
  getViewer.mockResolvedValue({ id: 'another', role: null })
  expect((await send('for=avatar')).status).toBe(200)
  getViewer.mockResolvedValue({ id: 'me', role: null })
  clock.mockReturnValue(start + 10 * 60_000 + 1)
  // The cache reads the clock once per millisecond.
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await send('for=avatar')).status).toBe(200)
})
