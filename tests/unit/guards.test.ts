import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { adminAction, memberAction, teamAction } from '../../lib/actions/member-action'
import { succeed } from '../../lib/schemas/action-result'
import { guardOfPath } from '../../lib/session/guarded-paths'
import { findGuard } from '../../lib/session/guards'

const { getViewer } = vi.hoisted(() => ({ getViewer: vi.fn() }))
vi.mock('@/lib/session/viewer', () => ({ getViewer }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => Promise.resolve({}) }))

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

describe('a visitor of a guarded page', () => {
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
    'is not sent to sign in while the session cannot be checked (%s)',
    async (guard) => {
      expect(await comes(guard, null, null, outage)).toBe('enter')
    },
  )
})

describe('a person with a second factor', () => {
  const comes = (guard: string, status: string, awaits: boolean, viewer: object | null = null) =>
    findGuard(guard)({
      auth: { getUser: () => Promise.resolve({ data: { user: { factors: [{ status }] } }, error: null }) },
      rpc: (name: string) =>
        name === 'awaits_code'
          ? Promise.resolve({ data: awaits, error: null })
          : { maybeSingle: () => Promise.resolve({ data: viewer, error: null }) },
    } as never)

  test.each([
    ['settings', 'verified', true, null, 'code'],
    ['settings', 'verified', false, null, 'enter'],
    ['settings', 'unverified', true, null, 'enter'],
    ['admin', 'verified', true, null, 'code'],
    ['admin', 'verified', false, { role: 'admin' }, 'enter'],
    ['admin', 'unverified', false, { role: null, needs_factor: true }, 'set-up'],
  ])('%s, %s, code missing: %s, as %j: %s', async (guard, status, awaits, viewer, verdict) => {
    expect(await comes(guard, status, awaits, viewer)).toBe(verdict)
  })
})

describe('member action', () => {
  const run = vi.fn(() => Promise.resolve(succeed('done')))
  const schema = z.object({ id: z.number('Enter a number.') })

  beforeEach(() => run.mockClear())

  test('a members’ action runs for signed-in people', async () => {
    getViewer.mockResolvedValue({ id: 'kim', role: null })
    expect(await memberAction(schema, run)({ id: 1 })).toEqual({ ok: true, data: 'done' })
    expect(run).toHaveBeenCalledExactlyOnceWith(
      { id: 1 },
      expect.objectContaining({ viewer: { id: 'kim', role: null } }),
    )
  })

  test('a visitor is asked to sign in, whatever they sent', async () => {
    getViewer.mockResolvedValue(null)
    expect(await memberAction(schema, run)({ id: 1 })).toMatchObject({ ok: false, reason: 'signed-out' })
    expect(run).not.toHaveBeenCalled()
  })

  test('invalid input is refused at its field', async () => {
    getViewer.mockResolvedValue({ id: 'kim', role: null })
    expect(await memberAction(schema, run)({ id: 'x' } as never)).toMatchObject({
      ok: false,
      fieldErrors: { id: 'Enter a number.' },
    })
    expect(run).not.toHaveBeenCalled()
  })

  test('an admins’ action runs for admins alone', async () => {
    getViewer.mockResolvedValue({ id: 'kim', role: null })
    expect(await adminAction(schema, run)({ id: 1 })).toMatchObject({ ok: false, reason: 'forbidden' })
    expect(run).not.toHaveBeenCalled()
    getViewer.mockResolvedValue({ id: 'ada', role: 'admin' })
    expect(await adminAction(schema, run)({ id: 1 })).toEqual({ ok: true, data: 'done' })
  })

  test('a team action runs for moderators too, an admins’ action does not', async () => {
    getViewer.mockResolvedValue({ id: 'kim', role: null })
    expect(await teamAction(schema, run)({ id: 1 })).toMatchObject({ ok: false, reason: 'forbidden' })
    getViewer.mockResolvedValue({ id: 'mo', role: 'moderator' })
    expect(await adminAction(schema, run)({ id: 1 })).toMatchObject({ ok: false, reason: 'forbidden' })
    expect(run).not.toHaveBeenCalled()
    expect(await teamAction(schema, run)({ id: 1 })).toEqual({ ok: true, data: 'done' })
  })
})
