import { beforeEach, expect, test, vi } from 'vitest'
import { callAction } from '../../lib/browser/call-action'
import { succeed, tooBusy } from '../../lib/schemas/action-result'

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
})

async function run(action: () => Promise<ReturnType<typeof succeed<null>>>, tries?: number) {
  const called = callAction(action, { tries })
  await vi.runAllTimersAsync()
  return called
}

test('a call refused by a busy site is retried even if it must be sent only once: it never began', async () => {
  const action = vi.fn<() => Promise<ReturnType<typeof succeed<null>>>>()
  action.mockRejectedValueOnce(new Error(tooBusy)).mockResolvedValue(succeed(null))
  expect(await run(action, 1)).toEqual({ ok: true, data: null })
  expect(action).toHaveBeenCalledTimes(2)
})

test('a person is told when the site stays busy', async () => {
  const action = vi.fn<() => Promise<never>>().mockRejectedValue(new Error(tooBusy))
  expect(await run(action)).toEqual({
    ok: false,
    message: 'The site is too busy right now. Nothing you typed is lost. Try again in a moment.',
  })
  expect(action).toHaveBeenCalledTimes(3)
})

test('a call that failed on the way is retried only where that is safe', async () => {
  const action = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError('fetch failed'))
  expect(await run(action, 1)).toMatchObject({ message: expect.stringContaining("Can't reach the site") })
  expect(action).toHaveBeenCalledTimes(1)
})
