import type { Locator } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'

const pages: { name: string; path: string; heading: string; status?: number }[] = [
  { name: 'the roadmap', path: '/', heading: 'Roadmap' },
  { name: 'the roadmap as a table', path: '/?view=table', heading: 'Roadmap' },
  { name: 'the roadmap of a category', path: '/?category=bugs', heading: 'Roadmap' },
  { name: 'all feedback', path: '/all', heading: 'All feedback' },
  { name: 'a form opened by a link', path: '/all#new-post', heading: 'All feedback' },
  { name: 'a category', path: '/new-features', heading: 'Feedback' },
  {
    name: 'a category, sorted and filtered',
    path: '/new-features?sort=newest&state=planned',
    heading: 'Feedback',
  },
  { name: 'an empty category', path: '/empty-list', heading: 'Empty list' },
  {
    name: 'a post with every kind of content',
    path: '/every-kind/every-kind-of-content',
    heading: 'Every kind of content',
  },
  { name: 'a post with a long title', path: '/long-list?sort=newest', heading: 'Long list' },
  { name: 'the changelog', path: '/changelog', heading: 'Changelog' },
  { name: 'a search with results', path: '/search?q=votes', heading: 'Search results' },
  { name: 'a search without results', path: '/search?q=qqqqwwwwzzzz', heading: 'Search results' },
  { name: 'a missing page', path: '/new-features/no-such-post', heading: '404', status: 404 },
]

for (const { name, path, heading, status } of pages) {
  test(`${name} is accessible, fits its width and has no layout shifts`, async ({
    page,
    allowedStatuses,
  }) => {
    if (status) allowedStatuses.add(status)
    await page.addInitScript(() => {
      type Shift = { value: number; sources: { node: Element | null }[] }
      const target = window as unknown as { shift: number; shifted: string[] }
      target.shift = 0
      target.shifted = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as Shift[]) {
          target.shift += entry.value
          target.shifted.push(...entry.sources.map(({ node }) => String(node?.outerHTML?.slice(0, 100))))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeInViewport()
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    const { shift, shifted } = await page.evaluate(() => {
      const { shift, shifted } = window as unknown as { shift: number; shifted: string[] }
      return { shift, shifted }
    })
    expect(shift, shifted.join('\n')).toBeLessThan(0.01)
    await expectAccessible(page)
  })
}

test('comments are below the post before the side column arrives', async ({ page }) => {
  await page.goto('/every-kind/every-kind-of-content')
  await page
    .getByRole('main')
    .getByRole('complementary')
    .evaluate((aside) => aside.remove())
  const left = async (locator: Locator) => (await locator.boundingBox())?.x
  const post = await left(page.getByRole('article').first())
  expect(await left(page.getByRole('region', { name: 'Comments' }))).toBe(post)
})

test('nothing scrolls sideways at 320 pixels @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of [
    '/',
    '/?view=table',
    '/new-features',
    '/every-kind/every-kind-of-content',
    '/changelog',
    '/search?q=list',
    '/long-list?sort=newest',
  ]) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('a page loads only the fonts it uses @desk @long', async ({ page }) => {
  const fonts: string[] = []
  page.on('response', (response) => {
    const name = /geist_([a-z_]+)_wght/.exec(response.url())?.[1]
    if (name) fonts.push(name)
  })
  await page.goto('/new-features', { waitUntil: 'networkidle' })
  expect(fonts).toEqual(['latin'])
  await page.goto('/search?q=zażółć+привет', { waitUntil: 'networkidle' })
  expect(new Set(fonts)).toEqual(new Set(['latin', 'latin_ext', 'cyrillic']))
})

test('the changelog of the widget is one column in a window of any width @desk', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/embed/changelog')
  const entry = page.getByRole('article').first()
  const [date, title] = await Promise.all([
    entry.locator('time').first().boundingBox(),
    entry.getByRole('heading').first().boundingBox(),
  ])
  expect(title!.x).toBe(date!.x)
  expect(title!.y).toBeGreaterThanOrEqual(date!.y + date!.height)
})
