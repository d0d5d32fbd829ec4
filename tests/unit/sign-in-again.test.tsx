import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { RefusedMessage } from '@/components/account/sign-in-again'
import { refuse } from '@/lib/schemas/action-result'

const viewer = vi.hoisted(() => ({ email: 'kim@example.com', hasPassword: true, hasFactor: false }))
vi.mock('@/lib/session/browser/store', () => ({ useViewer: () => viewer }))
vi.mock('@/lib/session/browser/events', () => ({}))
vi.mock('@/lib/actions/settings', () => ({}))

const message = 'Sign in again to create a key.'
const show = (reason: 'not-fresh' | 'forbidden') =>
  renderToStaticMarkup(<RefusedMessage refused={refuse(message, { reason })} again={() => {}} />)

test('only an account with a password is asked for it when its sign-in is too old', () => {
  viewer.hasPassword = true
  expect(show('not-fresh')).toContain('>Sign in again</button>')
  expect(show('forbidden')).toContain(message)
  expect(show('forbidden')).not.toContain('<button')
  viewer.hasPassword = false
  expect(show('not-fresh')).toContain(message)
  expect(show('not-fresh')).not.toContain('<button')
})
