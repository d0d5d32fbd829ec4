import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { guardOfPath } from '../../lib/session/guarded-paths'
import { findGuard } from '../../lib/session/guards'

test('guards are found by name and by path, and an unknown one throws', () => {
  expect(guardOfPath('/settings')).toBe('settings')
  expect(guardOfPath('/settings/export')).toBe('settings')
  expect(guardOfPath('/dashboard')).toBe('admin')
  expect(guardOfPath('/settingsx')).toBeNull()
  expect(guardOfPath('/')).toBeNull()
  for (const name of ['amdin', '', 'toString', '__proto__']) {
    expect(() => findGuard(name)).toThrow(`Unknown route guard: ${name}`)
  }
})

describe('whoever comes to a guarded place', () => {
  const outage = new AuthRetryableFetchError('x', 503)
  const comes = (guard: string, id: string | null, role: string | null, error: Error | null = null) =>
    findGuard(guard)({
      auth: { getUser: () => Promise.resolve({ data: { user: id ? { id } : null }, error }) },
      rpc: () => ({
        maybeSingle: () =>
          Promise.resolve(
            role === 'unknown'
              ? { data: null, error: new Error('fetch failed') }
              : { data: id ? { id, role } : null, error: null },
          ),
      }),
    } as never)

  test.each([
    ['settings', null, null, 'sign-in'],
    ['settings', 'kim', null, 'enter'],
    ['admin', null, null, 'sign-in'],
    ['admin', 'kim', null, 'not-found'],
    ['admin', 'kim', 'moderation', 'not-found'],
    ['admin', 'mo', 'moderator', 'enter'],
    ['admin', 'ada', 'admin', 'enter'],
    ['admin', 'ada', 'unknown', 'enter'],
  ])('%s, as %j with the role %j: %s', async (guard, id, role, verdict) => {
    expect(await comes(guard, id, role)).toBe(verdict)
  })

  test.each(['settings', 'admin'])(
    'is not sent to sign in while nobody can say who it is (%s)',
    async (guard) => {
      expect(await comes(guard, null, null, outage)).toBe('enter')
    },
  )
})
