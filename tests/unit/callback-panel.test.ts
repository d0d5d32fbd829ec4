import { expect, test, vi } from 'vitest'
import { CallbackPanel } from '../../components/account/callback-panel'

const { replace } = vi.hoisted(() => ({ replace: vi.fn() }))
// Effects run at once: what happens after the exchange is all there is to see.
vi.mock('react', async (load) => ({
  ...(await load<typeof import('react')>()),
  useEffect: (run: () => void) => run(),
  useRef: <Value>(current: Value) => ({ current }),
  useState: <Value>(value: Value) => [value, () => {}],
}))
vi.mock('next/navigation', () => ({ useRouter: () => ({ replace }) }))
vi.mock('@/components/ui/app-link', () => ({ AppLink: () => null }))
vi.mock('@/lib/session/browser/events', () => ({ takeOverSession: () => Promise.resolve() }))
vi.mock('@/lib/actions/account', () => ({
  exchangeCode: () => Promise.resolve({ ok: true, data: null }),
}))

test.each([
  ['/settings?tab=data', '/settings?tab=data'],
  ['//evil.example/phish', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('whoever comes back from another site to go to %j ends at %s', async (next, path) => {
  replace.mockClear()
  CallbackPanel({ code: 'abc', next, problem: '' })
  await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(path))
})
