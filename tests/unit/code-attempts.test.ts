import { beforeEach, expect, test, vi } from 'vitest'
import { enterCode } from '../../lib/actions/two-factor'

const { count, address, auth } = vi.hoisted(() => ({
  count: vi.fn(),
  address: vi.fn(),
  auth: { getUser: vi.fn(), getClaims: vi.fn() },
}))
vi.mock('next/cache', () => ({ refresh: () => {}, updateTag: () => {}, unstable_cache: () => {} }))
vi.mock('@/lib/queries/site', () => ({ getSite: () => {} }))
vi.mock('@/lib/actions/member-action', () => ({ adminAction: () => {}, memberAction: () => {} }))
vi.mock('@/lib/session/rate-limit', () => ({ checkRateLimit: count }))
vi.mock('@/lib/supabase/client-address', () => ({ clientAddress: address }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => Promise.resolve({ auth }) }))

beforeEach(() => {
  count.mockReset().mockResolvedValue({ ok: false, reason: 'rate-limit' })
  auth.getUser.mockResolvedValue({ data: { user: { id: 'kim', email: 'kim@example.com' } } })
  auth.getClaims.mockResolvedValue({ data: { claims: { session_id: 'this session' } } })
})

test('code attempts are counted by account and network', async () => {
  address.mockResolvedValue('192.0.2.1')
  await enterCode({ code: '123456' })
  expect(count).toHaveBeenCalledWith('code', 'kim@example.com')
})

test('without a known network, they are counted by session, so that no one can lock others out', async () => {
  address.mockResolvedValue('')
  await enterCode({ code: '123456' })
  expect(count).toHaveBeenCalledWith('code', 'this session')
})
