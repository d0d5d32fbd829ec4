import { redirect } from 'next/navigation'
import { expect, test, vi } from 'vitest'
import { unavailableOnError } from '@/lib/publish/answer'

test('an answer is given as it is, and a redirect goes on', async () => {
  expect(await (await unavailableOnError(async (text: string) => new Response(text))('fine')).text()).toBe(
    'fine',
  )
  await expect(unavailableOnError(async () => redirect('/'))()).rejects.toThrow('NEXT_REDIRECT')
})

test('a failure is logged once and answered with when to come again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await unavailableOnError(() => Promise.reject(new Error('fetch failed')))()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"message":"fetch failed"'))
})
