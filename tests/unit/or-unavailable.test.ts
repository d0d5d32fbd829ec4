import { redirect } from 'next/navigation'
import { expect, test, vi } from 'vitest'
import { orUnavailable } from '@/lib/publish/or-unavailable'

test('an answer is given as it is, and a redirect goes on', async () => {
  expect(await (await orUnavailable(async (text: string) => new Response(text))('fine')).text()).toBe('fine')
  await expect(orUnavailable(async () => redirect('/'))()).rejects.toThrow('NEXT_REDIRECT')
})

test('a failure is logged once and answered with when to come again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await orUnavailable(() => Promise.reject(new Error('fetch failed')))()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"message":"fetch failed"'))
})
