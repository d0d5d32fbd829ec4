import type { ReactElement } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallbackPanel } from '../../components/account/callback-panel'
import { ConfirmPanel } from '../../components/account/confirm-panel'

const { replace } = vi.hoisted(() => ({ replace: vi.fn() }))
// Effects run at once and nothing is rendered: only the navigation matters.
vi.mock('react', async (load) => ({
  ...(await load<typeof import('react')>()),
  useEffect: (run: () => void) => run(),
  useEffectEvent: <Run>(run: Run) => run,
  useRef: <Value>(current: Value) => ({ current }),
  useState: <Value>(value: Value | (() => Value)) => [
    typeof value === 'function' ? (value as () => Value)() : value,
    () => {},
  ],
}))
vi.mock('next/navigation', () => ({ useRouter: () => ({ replace }) }))
vi.mock('@/components/ui/app-link', () => ({ AppLink: () => null }))
vi.mock('@/lib/session/browser/events', () => ({ takeOverSession: () => Promise.resolve() }))
vi.mock('@/lib/actions/mail-links', () => {
  return {
    exchangeCode: () => Promise.resolve({ ok: true, data: null }),
    confirmMailLink: () => Promise.resolve({ ok: true, data: { isComplete: true } }),
  }
})
vi.stubGlobal('location', new URL('https://feedback.example.com/auth/callback?code=abc'))

/** Presses the button of a panel that was not rendered. */
function press(panel: ReactElement): void {
  const { children } = panel.props as { children: ReactElement[] }
  const button = children.find(({ type }) => type === 'button')
  ;(button!.props as { onClick: () => void }).onClick()
}

beforeEach(() => replace.mockClear())

describe.each([
  ['/settings?tab=data', '/settings?tab=data'],
  ['//evil.example/phish', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('whoever is to go to %j afterwards', (next, path) => {
  test(`ends at ${path} when coming back from another provider`, async () => {
    CallbackPanel({ code: 'abc', next, start: '', problem: '' })
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(path), { timeout: 20_000 })
  })

  test(`ends at ${path} when coming from an email`, async () => {
    press(ConfirmPanel({ link: { tokenHash: 'abc', type: 'email_change' }, next }))
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(path), { timeout: 20_000 })
  })
})
