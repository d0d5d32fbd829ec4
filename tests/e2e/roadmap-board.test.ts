import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'

/** The pixels between the last card of a state and the end of the board. */
const roomBelow = (page: Page, state: string) =>
  page.evaluate((state) => {
    const bottomOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().bottom
    return bottomOf('#roadmap-columns') - bottomOf(`#state-${state} > :last-child`)
  }, state)

test('the roadmap on a phone shows one state at a time, In Progress first @phone', async ({ page }) => {
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'States' })
  await expect(page.getByRole('link', { name: 'Tell voters when a post ships' })).toBeInViewport()
  await expect(tabs.getByRole('link', { name: /^In Progress/ })).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL('/')
  // The other states' lists are longer.
  expect(await roomBelow(page, 'in-progress')).toBeLessThan(24)
  await tabs.getByRole('link', { name: /^Completed/ }).click()
  await expect(page.getByRole('link', { name: 'Dark mode' })).toBeInViewport()
  await expect(tabs.getByRole('link', { name: /^Completed/ })).toHaveAttribute('aria-current', 'true')
  await expect(tabs.getByRole('link', { name: /^Completed/ })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('link', { name: 'Saved searches' })).not.toBeInViewport()
  await expect(page).toHaveURL('/#state-completed')
  expect(await roomBelow(page, 'completed')).toBeLessThan(24)
  // A card far down in another state's list is in view once it has the focus, however long a list on the way is.
  await page.addStyleTag({ content: '#state-planned::after { height: 90rem; flex: none; content: "" }' })
  const card = page.locator('#state-proposed article h3 a').last()
  await card.focus()
  await expect(page).toHaveURL('/#state-proposed')
  await expect(card).toBeInViewport()
  await tabs.getByRole('link', { name: /^Completed/ }).click()
  await expect(page).toHaveURL('/#state-completed')
  await page.getByRole('link', { name: 'Dark mode' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dark mode')
  await page.goBack()
  await expect(page).toHaveURL('/#state-completed')
  await expect(page.getByRole('link', { name: 'Dark mode' })).toBeInViewport()
  await page.goto('/new-features')
  await page.goto('/#state-planned')
  await expect(page.getByRole('link', { name: 'Merge duplicate posts' })).toBeInViewport()
})

test('the roadmap shows three states on a tablet, and one after it is narrowed @desk', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/')
  const current = page.getByRole('navigation', { name: 'States' }).locator('[aria-current]')
  await expect(current).toHaveText([/^Planned/, /^In Progress/, /^Completed/])
  await expect(page.getByRole('link', { name: 'Merge duplicate posts' })).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('link', { name: 'Dark mode' })).toBeInViewport({ ratio: 0.9 })
  await page
    .getByRole('navigation', { name: 'States' })
    .getByRole('link', { name: /^Proposed/ })
    .click()
  await expect(current).toHaveText([/^Proposed/, /^Candidate/, /^Planned/])
  await expect(page).toHaveURL('/')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(current).toHaveText([/^In Progress/])
  await expect(page.getByRole('link', { name: 'Tell voters when a post ships' })).toBeInViewport()
})

test('a column of the roadmap loads more in place @long', async ({ page }) => {
  await page.goto('/')
  const column = page.getByRole('region', { name: /^Proposed/ })
  const cards = column.getByRole('article')
  const before = await cards.count()
  await column.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(before)
  const links = cards.getByRole('heading').getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(paths.length).toBeGreaterThan(before)
  expect(new Set(paths).size).toBe(paths.length)
})

test('on a phone, rows of the table name the states of their posts @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto('/?view=table')
  const link = page.getByRole('rowheader').getByRole('link', { name: /Saved searches/ })
  await expect(link.getByText('Candidate')).toBeVisible()
  expect((await link.getByText('Candidate').boundingBox())!.width).toBeGreaterThan(40)
  const titles = page.getByRole('rowheader').locator('bdi')
  expect(
    await titles.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length),
  ).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('no title of the example board is cut on a wide screen @desk', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/')
  const titles = page.getByRole('article').getByRole('heading', { level: 3 })
  const cut = await titles.evaluateAll((all) =>
    all.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent),
  )
  expect(cut).toEqual([])
})
