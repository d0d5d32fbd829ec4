import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { adminAction, memberAction, teamAction } from '../../lib/actions/member-action'
import { succeed } from '../../lib/schemas/action-result'

const { getViewer } = vi.hoisted(() => ({ getViewer: vi.fn() }))
vi.mock('@/lib/session/viewer', () => ({ getViewer }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => Promise.resolve({}) }))

const run = vi.fn(() => Promise.resolve(succeed('done')))
const schema = z.object({ id: z.number('Give a number.') })

beforeEach(() => run.mockClear())

test('an action of members runs for whoever is signed in', async () => {
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

test('what is not well formed is refused at its field', async () => {
  getViewer.mockResolvedValue({ id: 'kim', role: null })
  expect(await memberAction(schema, run)({ id: 'x' } as never)).toMatchObject({
    ok: false,
    fieldErrors: { id: 'Give a number.' },
  })
  expect(run).not.toHaveBeenCalled()
})

test('an action of admins runs for admins alone', async () => {
  getViewer.mockResolvedValue({ id: 'kim', role: null })
  expect(await adminAction(schema, run)({ id: 1 })).toMatchObject({ ok: false, reason: 'forbidden' })
  expect(run).not.toHaveBeenCalled()
  getViewer.mockResolvedValue({ id: 'ada', role: 'admin' })
  expect(await adminAction(schema, run)({ id: 1 })).toEqual({ ok: true, data: 'done' })
})

test('an action of the team runs for moderators as well, who run none of admins', async () => {
  getViewer.mockResolvedValue({ id: 'kim', role: null })
  expect(await teamAction(schema, run)({ id: 1 })).toMatchObject({ ok: false, reason: 'forbidden' })
  getViewer.mockResolvedValue({ id: 'mo', role: 'moderator' })
  expect(await adminAction(schema, run)({ id: 1 })).toMatchObject({ ok: false, reason: 'forbidden' })
  expect(run).not.toHaveBeenCalled()
  expect(await teamAction(schema, run)({ id: 1 })).toEqual({ ok: true, data: 'done' })
})
