import { expect, test, vi } from 'vitest'
import { POST } from '../../app/sign-out/route'

const { sent } = vi.hoisted(() => ({ sent: new Headers() }))
vi.mock('next/headers', () => ({ headers: async () => sent, cookies: async () => ({ getAll: () => [] }) }))
vi.mock('@/lib/supabase/server', () => ({
  viewerClient: async () => ({ auth: { signOut: async () => {} } }),
}))

test.each([
  ['https://feedback.example.com/new-features?sort=newest', '/new-features?sort=newest'],
  ['https://feedback.example.com/settings', '/'],
  ['https://feedback.example.com//evil.test', '/'],
  ['x://x/\\evil.test', '/'],
  ['http://x//evil.test', '/'],
  ['none', '/'],
])('whoever signs out at %s goes on at %s', async (referer, target) => {
  sent.set('origin', 'https://feedback.example.com')
  sent.set('referer', referer)
  const { status, headers } = await POST()
  expect(status).toBe(303)
  expect(headers.get('location')).toBe(target)
})
