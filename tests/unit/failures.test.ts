import { redirect } from 'next/navigation'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { requestId } from '../../lib/log'
import { answerQuery } from '../../lib/publish/answer'
import { unavailableOnError } from '@/lib/publish/answer'

const ask = (error: unknown) =>
  answerQuery(new Request('https://feedback.example.com/api/search?q=private'), z.object({}), () =>
    Promise.reject(error),
  )

test('an outage gets one kind of answer and one line of JSON in the log, without the query', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await ask(Object.assign(new Error('fetch failed\n  at once'), { code: '57P03' }))
  expect(answer.status).toBe(503)
  expect(written).toHaveBeenCalledOnce()
  const line: string = written.mock.calls[0]![0]
  expect(line).not.toContain('\n')
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    message: 'fetch failed\n  at once',
    code: '57P03',
    path: '/api/search',
  })
  expect(line).not.toContain('private')
})

test('invalid input for the database is not an outage', async () => {
  expect((await ask(Object.assign(new Error('x'), { code: '22023' }))).status).toBe(400)
})

test('an answer is returned as it is, and a redirect continues', async () => {
  expect(await (await unavailableOnError(async (text: string) => new Response(text))('fine')).text()).toBe(
    'fine',
  )
  await expect(unavailableOnError(async () => redirect('/'))()).rejects.toThrow('NEXT_REDIRECT')
})

test('a failure is logged once and answered with when to retry', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await unavailableOnError(() => Promise.reject(new Error('fetch failed')))()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"message":"fetch failed"'))
})

test('only a valid request id is used', () => {
  expect(requestId('abc-123')).toBe('abc-123')
  for (const given of ['', 'x'.repeat(10_000), 'a b', 'a\nb', '{"level":"error"}', null]) {
    expect(requestId(given)).toMatch(/^[0-9a-f-]{36}$/)
  }
})
