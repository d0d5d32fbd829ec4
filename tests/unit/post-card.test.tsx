import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PostCard, PostTableRow } from '@/components/post/post-looks'

vi.mock('@/components/ui/app-link', () => ({
  AppLink: ({ children, ...props }: ComponentProps<'a'>) => <a {...props}>{children}</a>,
}))
vi.mock('@/lib/actions/votes', () => ({}))

const post = {
  id: 3,
  categorySlug: 'bugs',
  categoryName: 'Bugs',
  slug: 'a-title',
  title: 'A title',
  state: 'planned',
  votesTotal: 1,
  commentsTotal: 0,
  movedAt: '2026-11-20T12:00:00.000Z',
  createdAt: '2026-11-01T12:00:00.000Z',
  expected: null,
} as const

test('a card says where its post belongs and since when it has its state', () => {
  const card = renderToStaticMarkup(<PostCard post={post} />)
  expect(card).toContain('<span>Bugs</span>')
  expect(card).toContain('Since <time dateTime="2026-11-20T12:00:00.000Z">November 20, 2026</time>')
  expect(card).toContain('aria-label="Vote for A title, 1 vote"')
})

test('a card says by when its post is expected, where that is said', () => {
  const card = renderToStaticMarkup(<PostCard post={{ ...post, expected: 'Q1 2027' }} />)
  expect(card).toContain('<span>Expected Q1 2027</span>')
  expect(renderToStaticMarkup(<PostCard post={post} />)).not.toContain('Expected')
})

test('no comments are no news', () => {
  const row = (comments: number) =>
    renderToStaticMarkup(<PostTableRow post={{ ...post, commentsTotal: comments }} />)
  expect(renderToStaticMarkup(<PostCard post={post} />)).not.toContain('comment')
  expect(row(0)).toContain('<td></td>')
  expect(row(1_200)).toContain('<td>1,200</td>')
})

test('a card has one class for each thing in it', () => {
  const card = renderToStaticMarkup(<PostCard post={{ ...post, commentsTotal: 2 }} />)
  const classes = [...card.matchAll(/ class="([^"]*)"/g)].map(([, names]) => names!)
  expect(classes.filter((names) => names.includes(' '))).toEqual([])
  expect(card.length).toBeLessThan(900)
})
