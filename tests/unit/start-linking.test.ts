import { expect, test, vi } from 'vitest'
import { startLinking } from '../../lib/actions/sign-in-methods'

const { linkIdentity, isFresh } = vi.hoisted(() => ({ linkIdentity: vi.fn(), isFresh: vi.fn() }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => {} }))
vi.mock('@/lib/session/providers', () => ({ providers: [{ id: 'github', name: 'GitHub' }] }))
vi.mock('@/lib/actions/member-action', () => ({
  memberAction: (_: unknown, run: (id: string, caller: object) => unknown) => (id: string) =>
    run(id, { client: { rpc: () => ({ throwOnError: isFresh }), auth: { linkIdentity } } }),
}))

test('linking a sign-in method needs a recent sign-in', async () => {
  isFresh.mockResolvedValue({ data: false })
  expect(await startLinking('github')).toMatchObject({
    ok: false,
    message: 'Sign in again to link another sign-in method.',
  })
  expect(linkIdentity).not.toHaveBeenCalled()
  isFresh.mockResolvedValue({ data: true })
  linkIdentity.mockResolvedValue({ data: { url: 'https://github.com/login' }, error: null })
  expect(await startLinking('github')).toEqual({ ok: true, data: { url: 'https://github.com/login' } })
})
