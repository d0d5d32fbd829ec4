import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { answerQuery } from '../../lib/publish/answer'

const ask = (error: unknown) =>
  answerQuery(new Request('https://feedback.example.com/api/search?q=private'), z.object({}), () =>
    Promise.reject(error),
  )

test('an outage is answered as one and written down as one line of JSON, without the query', async () => {
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

test('what the database cannot read is no outage', async () => {
  expect((await ask(Object.assign(new Error('x'), { code: '22023' }))).status).toBe(400)
})
