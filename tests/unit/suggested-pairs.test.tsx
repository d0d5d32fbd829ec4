import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SuggestedPairs } from '@/components/dashboard/suggested-pairs'
import type { SuggestedPair } from '@/lib/queries/merges'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))
vi.mock('@/lib/actions/merges', () => ({}))

const post = (id: number) => ({
  id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  categorySlug: 'bugs',
  state: 'proposed' as const,
  votesTotal: 1,
  commentsTotal: 0,
  excerpt: '',
})
const pairs = (count: number): SuggestedPair[] =>
  Array.from({ length: count }, (_, at) => ({
    saidBy: 0,
    shared: ['post'],
    posts: [post(2 * at), post(2 * at + 1)],
  }))

test.each([
  [10, 10, ''],
  [11, 10, 'Show one more'],
  [30, 10, 'Show more (20 left)'],
  [51, 10, 'Show more (40 left)'],
])('of %i pairs, %i are shown at first', (count, shown, button) => {
  const html = renderToStaticMarkup(<SuggestedPairs pairs={pairs(count)} />)
  expect(html.match(/<li/g)).toHaveLength(shown)
  expect(html).toContain(button)
  expect(html.includes('Show ')).toBe(button !== '')
})
