import { globSync, readFileSync } from 'node:fs'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PostLog } from '@/components/dashboard/post-log'
import { PostCard } from '@/components/post/post-card'
import { PostImages } from '@/components/post/post-images'
import { PostTableRow } from '@/components/post/post-table-row'
import { FoundCount } from '@/components/search/outcome'
import { AddressText } from '@/components/ui/address-text'
import { StateNames } from '@/components/state/post-state'
import { IconSprite } from '@/components/ui/icon-sprite'
import { stateNames } from '@/lib/post/state-names'
import { postStates } from '@/lib/post/states'

const image = (id: string, mergedFrom: string | null) => ({
  id,
  src: `https://images.example/${id}.png`,
  alt: id,
  width: 64,
  height: 48,
  widths: [],
  mergedFrom,
})

test('a post’s own images come first, also after a merge', () => {
  const html = renderToStaticMarkup(
    <PostImages images={[image('first', 'Other'), image('second', 'Third'), image('own', null)]} />,
  )
  const shown = [...html.matchAll(/alt="(\w+)"|<span dir="auto">(\w+)</g)].map(
    ([, alt, title]) => alt ?? title,
  )
  expect(shown).toEqual(['own', 'Other', 'first', 'Third', 'second'])
})

test('an address breaks before its signs, and a sentence nowhere new', () => {
  const broken = (text: string) => renderToStaticMarkup(<AddressText>{text}</AddressText>)
  expect(broken('a.b@mail.example.org')).toBe('a<wbr/>.b<wbr/>@mail<wbr/>.example<wbr/>.org')
  expect(broken('smtp:587, then done.')).toBe('smtp<wbr/>:587, then done.')
})

const event = {
  id: 1,
  from_state: 'proposed' as const,
  to_state: 'planned' as const,
  note: null,
  created_at: '2026-11-20T12:00:00.000Z',
}
const log = <PostLog post={{ timeline: [event], audit: [] }} />

test('the dashboard uses the site’s names for states', () => {
  const names = { ...stateNames, planned: 'Next up' }
  expect(renderToStaticMarkup(<StateNames names={names}>{log}</StateNames>)).toContain('Proposed to Next up,')
  expect(renderToStaticMarkup(<StateNames names={stateNames}>{log}</StateNames>)).toContain(
    'Proposed to Planned,',
  )
})

// Every page carries every icon of the sprite.
test('each icon of the sprite is used', () => {
  const sources = globSync('{app,components}/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const uses = sources.flatMap((source) => source.match(/<Icon\s+name=[^/]*|\bicon: '[^']*'/g) ?? [])
  const used = new Set([
    ...uses.flatMap((use) => use.match(/(?<=['"])[a-z-]+(?=['"])/g) ?? []),
    ...postStates,
  ])
  const inSprite = renderToStaticMarkup(<IconSprite />).matchAll(/id="icon-([^"]+)"/g)
  expect([...inSprite].map(([, name]) => name!).filter((name) => !used.has(name))).toEqual([])
})

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

test('a card shows the post’s category and how long it has had its state', () => {
  const card = renderToStaticMarkup(<PostCard post={post} />)
  expect(card).toContain('<span>Bugs</span>')
  expect(card).toContain('Since <time dateTime="2026-11-20T12:00:00.000Z">November 20, 2026</time>')
  expect(card).toContain('aria-label="Vote for A title, 1 vote"')
})

test('a card shows when its post is expected, if that is public', () => {
  const card = renderToStaticMarkup(<PostCard post={{ ...post, expected: 'Q1 2027' }} />)
  expect(card).toContain('<span>Expected Q1 2027</span>')
  expect(renderToStaticMarkup(<PostCard post={post} />)).not.toContain('Expected')
})

test('no comments are not mentioned', () => {
  const row = (comments: number) =>
    renderToStaticMarkup(<PostTableRow post={{ ...post, commentsTotal: comments }} />)
  expect(renderToStaticMarkup(<PostCard post={post} />)).not.toContain('comment')
  expect(row(0)).toContain('<td></td>')
  expect(row(1_200)).toContain('<td>1,200</td>')
})

test('a card has one class per element', () => {
  const card = renderToStaticMarkup(<PostCard post={{ ...post, commentsTotal: 2 }} />)
  const classes = [...card.matchAll(/ class="([^"]*)"/g)].map(([, names]) => names!)
  expect(classes.filter((names) => names.includes(' '))).toEqual([])
  expect(card.length).toBeLessThan(900)
})

test.each([
  [{ total: 1, isTotalExact: true, isPartial: false }, '1 post for'],
  [{ total: 1, isTotalExact: false, isPartial: false }, '1+ posts for'],
  [{ total: 2, isTotalExact: true, isPartial: true }, '2 posts with some of the words in'],
])('%o posts found are written as "%s"', (found, text) => {
  expect(renderToStaticMarkup(<FoundCount query="po" {...found} />)).toContain(text)
})
