import { expect, test, vi } from 'vitest'

const rpc = vi.hoisted(() =>
  vi.fn(() => ({ throwOnError: async (): Promise<{ data: unknown }> => ({ data: true }) })),
)
vi.mock('../../lib/supabase/visitor', () => ({ anonymousClient: { rpc } }))

const { answerMailForm } = await import('../../lib/publish/answer-mail')

// What a mail program sends when its own button is pressed (RFC 8058).
test.each([
  ['of a post, which may be gone', 'p.x.12.set.y', { follows: false }],
  ['of several posts', 'p.x.0.set.y', { pace: 'never' }],
  ['with the summary', 'p.x.0.summary.y', { follows: false }],
])('one click ends the mails %s, and no others', async (_what, token, change) => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const request = new Request('https://feedback.example.com/api/mail/x', { method: 'POST', body })
  const answer = await answerMailForm(request, { params: Promise.resolve({ token }) })
  expect(answer.status).toBe(200)
  expect(rpc).toHaveBeenLastCalledWith('set_mail_settings', { token, ...change })
})

test.each([
  ['one click', 'List-Unsubscribe=One-Click'],
  ['one click, as a form with parts', new FormData()],
])('%s with a link that is wrong changes nothing, and says so', async (_, body) => {
  if (body instanceof FormData) body.set('List-Unsubscribe', 'One-Click')
  rpc.mockReturnValueOnce({ throwOnError: async () => ({ data: false }) })
  const headers =
    typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : undefined
  const request = new Request('https://feedback.example.com/api/mail/x', { method: 'POST', body, headers })
  const answer = await answerMailForm(request, { params: Promise.resolve({ token: 'wrong' }) })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe(
    'This link is wrong or incomplete, so nothing was changed. Use the link in your mail.\n',
  )
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  for (const name of ['Set-Cookie', 'Location']) expect(answer.headers.has(name)).toBe(false)
})

test.each([
  ['goes on', [{ title: 'Dark mode' }], 'said=confirmed'],
  ['is of no use any more', [], 'said=gone'],
])('a link that confirms says whether it %s', async (_what, data, said) => {
  rpc.mockReturnValueOnce({ throwOnError: async () => ({ data }) })
  const body = new URLSearchParams({ confirm: 'yes' })
  const request = new Request('https://feedback.example.com/api/mail/x', { method: 'POST', body })
  const answer = await answerMailForm(request, { params: Promise.resolve({ token: 'a.x.12.confirm.y' }) })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toContain(said)
})
