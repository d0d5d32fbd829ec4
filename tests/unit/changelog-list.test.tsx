import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { EntryList } from '@/components/changelog/entry-list'
import type { Entry } from '@/lib/queries/changelog'

vi.mock('@/components/ui/app-link', () => ({
  AppLink: ({ children, ...props }: ComponentProps<'a'>) => <a {...props}>{children}</a>,
}))
vi.mock('@/lib/queries/changelog', () => ({
  listUsedLabels: async () => [],
  showEntry: (entry: Entry) => ({ ...entry, text: [] }),
}))
vi.mock('@/lib/queries/site', () => ({ getSite: async () => ({ name: 'Signpost', showsReactions: false }) }))

const entry = (id: number, day: string): Entry => ({
  id,
  title: `Entry ${id}`,
  slug: `entry-${id}`,
  body: '',
  state: 'published',
  publishAt: null,
  publishedAt: `${day}T12:00:00Z`,
  day,
  editedAt: null,
  revision: 1,
  reactions: { like: 0, love: 0, celebrate: 0 },
  labels: [],
  posts: [],
  images: [],
})

async function monthsOf(days: string[], next: string | null = null) {
  const entries = days.map((day, i) => entry(i + 1, day))
  const html = renderToStaticMarkup(await EntryList({ entries, next }))
  expect(html.match(/<article/g)).toHaveLength(days.length)
  return [...html.matchAll(/class="changelog-month">([^<]*)/g)].map(([, month]) => month)
}

test.each([
  ['none for a single month', ['2026-11-20', '2026-11-02'], null, []],
  ['each of two months', ['2026-11-20', '2026-10-02'], null, ['November 2026', 'October 2026']],
  ['the only one so far, if more entries follow', ['2026-11-20'], 'after', ['November 2026']],
])('the changelog’s headings of months: %s', async (_, days, next, months) => {
  expect(await monthsOf(days, next)).toEqual(months)
})
