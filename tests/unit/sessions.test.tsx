import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Sessions } from '@/components/account/sessions'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const sessionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    device: `Browser ${at}`,
    seenAt: '2026-11-20T12:00:00.000Z',
    isCurrent: at === 0,
  }))

test.each([
  [1, 1],
  [5, 5],
  [6, 4],
  [40, 4],
])('of %i devices, %i are shown until all are asked for', (count, shown) => {
  const html = renderToStaticMarkup(<Sessions sessions={sessionsOf(count)} />)
  expect(html.match(/<li/g)).toHaveLength(shown)
  expect(html.includes(`Show all ${count} devices`)).toBe(shown < count)
  expect(html.includes('Sign out everywhere else')).toBe(count > 1)
})
