import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { suppressAddress } = vi.hoisted(() => ({ suppressAddress: vi.fn<() => Promise<void>>() }))
vi.mock('../../lib/session/with-secret-key', () => ({ suppressAddress }))

const secret = 'a secret of the mail service'.replaceAll(' ', '-')

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('MAIL_WEBHOOK_SECRET', secret)
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_x')
})
afterEach(() => vi.unstubAllEnvs())

async function send(body: string | ReadableStream<Uint8Array>, authorization = `Bearer ${secret}`) {
  const { answerMailEvents } = await import('../../lib/publish/answer-mail-events')
  const headers = { authorization }
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  return answerMailEvents(new Request('https://feedback.example.com/api/mail-events', sent))
}

test('a thousand addresses are updated a few at a time', async () => {
  let writing = 0
  let most = 0
  suppressAddress.mockImplementation(async () => {
    most = Math.max(most, ++writing)
    await new Promise((done) => setTimeout(done))
    writing--
  })
  const to = Array.from({ length: 1_000 }, (_, n) => `${n}@example.com`)
  const answer = await send(JSON.stringify({ type: 'email.bounced', data: { to } }))
  expect(await answer.json()).toEqual({ silenced: 1_000 })
  expect(suppressAddress).toHaveBeenCalledTimes(1_000)
  expect(most).toBeLessThanOrEqual(10)
})

test.each([
  'Bearer wrong',
  `Bearer  ${secret}`,
  `Bearer ${secret.toUpperCase()}`,
  `Basic ${btoa(secret.slice(1))}`,
  `Basic ${secret}`,
  'Bearer',
  'Bearer undefined',
  '',
])('%j is refused before the body is read', async (authorization) => {
  const pull = vi.fn<() => void>()
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  expect((await send(body, authorization)).status).toBe(401)
  expect(pull).not.toHaveBeenCalled()
})
