import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { upload } from './importing'
import { runJobs } from './jobs'
import { createPerson, signIn, sql } from './people'
import { createPost, createPosts, openTools } from './posts'

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await signIn(page, await createPerson({ admin: true }))
})

const enlarge = (page: Page) => page.addStyleTag({ content: 'html { font-size: 200% !important }' })

/** The visible words and numbers that don't stand in one line. */
const brokenWords = (place: Locator) =>
  place.evaluate((element) => {
    const found: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.parentElement!.checkVisibility() || text.parentElement!.closest('.sr-only, option')) continue
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,]*/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
      }
    }
    return found
  })

test('at double text size, the menu of the team’s pages says what waits, and keeps its icon @phone @long', async ({
  page,
}) => {
  await createPosts(1)
  await page.goto('/dashboard/settings/moderation')
  const menu = page.getByRole('button', { name: /^Moderation [\d,+]+ to review in all$/ })
  await expect(menu).toHaveText(/^Moderation\s+[\d,+]+ to review in all$/, { useInnerText: true })
  await enlarge(page)
  expect(await menu.locator('svg').boundingBox()).toMatchObject({ width: 32, height: 32 })
  expect(await brokenWords(menu)).toEqual([])
})

test('at double text size, a post in the table has its whole title and state @phone @long', async ({
  page,
}) => {
  const word = await createPosts(2)
  await sql.begin(async (write) => {
    await write`set local session_replication_role = replica`
    await write`
      update public.posts set title = title || ' with a title that takes many lines on a narrow screen',
        state = (case when title like '%001' then 'candidate' else 'completed' end)::public.post_state
      where title like ${`${word}%`}`
  })
  await page.goto(`/dashboard?q=${word}`)
  const row = page.getByRole('row').filter({ hasText: `${word} 001` })
  await expect(row).toBeVisible()
  await enlarge(page)
  expect(await brokenWords(page.getByRole('main'))).toEqual([])
  const title = row.getByRole('link')
  expect(await title.evaluate((link) => link.scrollHeight - link.clientHeight)).toBeLessThanOrEqual(0)
})

test('at double text size, a list’s search has a row of its own, and its sorting at most two @phone @long', async ({
  page,
}) => {
  await page.goto('/new-features')
  const search = page.getByRole('searchbox', { name: 'Filter posts' })
  const create = page.getByRole('button', { name: 'What would you like to see?' })
  const sort = page.getByRole('navigation', { name: 'Sort' })
  const sizeOf = async (place: Locator) => (await place.boundingBox())!
  expect((await sizeOf(search)).width).toBe(44)
  await enlarge(page)
  expect((await sizeOf(search)).width).toBe((await sizeOf(create)).width)
  await expect(search).toHaveCSS('text-indent', '0px')
  expect((await sizeOf(sort)).height).toBeLessThan(190)
  expect(await brokenWords(sort)).toEqual([])
})

test('at double text size, search terms and settings show whole words and values @phone @long', async ({
  page,
}) => {
  await page.goto('/dashboard/search')
  const terms = page.getByRole('listitem').filter({ hasText: 'synchronize' })
  await expect(terms).toBeVisible()
  await enlarge(page)
  expect(await brokenWords(terms)).toEqual([])

  await page.goto('/dashboard/settings')
  const accent = page.getByRole('textbox', { name: 'Accent color', exact: true })
  await enlarge(page)
  await accent.fill('#0f766e')
  expect(await accent.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0)

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const field = palette.getByRole('combobox')
  await field.fill('Templates')
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
  await palette.getByRole('button', { name: 'Cancel' }).click()
  await expect(palette).toBeHidden()
})

test('numbers of an import are whole on narrow phones, and its buttons leave room for large text @phone @long', async ({
  page,
  request,
}) => {
  const mark = randomUUID().slice(0, 8)
  await page.goto('/dashboard/import')
  await upload(page, `${mark}.csv`, [
    'title,description,status,author,votes,category',
    ...Array.from({ length: 70 }, (_, i) => `Wish ${mark} ${i},Why,Completed,Kim ${i},9991,Bugs`),
  ])
  await runJobs(request)
  const form = page.getByRole('form', { name: 'Import' })
  await expect(form.getByText('699,370')).toBeVisible()
  expect(await brokenWords(page.getByRole('main'))).toEqual([])
  const start = form.getByRole('button', { name: 'Import 70 posts' })
  await expect(start).toBeInViewport()
  await enlarge(page)
  expect(await brokenWords(page.getByRole('main'))).toEqual([])
  await expect(start).not.toBeInViewport()
  // Five files at most may wait, those of all tests together.
  await page.getByRole('button', { name: 'Discard file' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard file' }).click()
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeVisible()
})

test('a long address fits the dialog to vote on someone’s behalf @phone @long', async ({ page }) => {
  await page.goto((await createPost(null)).path)
  await openTools(page)
  const voters = page.getByRole('region', { name: 'Voters' })
  await voters.getByRole('button', { name: "Vote on someone's behalf" }).click()
  const dialog = page.getByRole('dialog', { name: "Vote on someone's behalf" })
  const address = 'maximiliane.mustermann@internationalization.example.org'
  await dialog.getByRole('searchbox').fill(address)
  await expect(dialog.getByRole('radio', { name: address })).toBeVisible()
  const isWider = () => dialog.evaluate((scroller) => scroller.scrollWidth > scroller.clientWidth)
  expect(await isWider()).toBe(false)
  await enlarge(page)
  expect(await isWider()).toBe(false)
})

test('at double text size, the icon of the color mode starts where the other lines of the footer do @phone', async ({
  page,
}) => {
  await page.goto('/new-features')
  await enlarge(page)
  const footer = page.getByRole('contentinfo')
  const startOf = async (place: Locator) => Math.round((await place.boundingBox())!.x)
  const icon = footer.locator('svg:visible').first()
  const first = await startOf(footer.getByRole('link').first())
  expect([await startOf(icon), await startOf(footer.getByText('©'))]).toEqual([first, first])
})
