import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'

/** Creates one post in each given state, all found by one word. */
async function createPosts(states: string[]) {
  const word = `d${randomUUID().slice(0, 8)}`
  for (const [index, state] of states.entries()) {
    await sql`
      insert into public.posts (category_id, title, details, state)
      select id, ${`${word} ${index}`}, 'Details', ${state}
      from public.categories where slug = 'integrations'`
  }
  return word
}
const statesOf = async (word: string) =>
  (await sql`select state from public.posts where title like ${`${word}%`} order by title`).map(
    (row) => row.state,
  )
const categoriesOf = async (word: string) =>
  (
    await sql`
      select c.slug from public.posts p join public.categories c on c.id = p.category_id
      where p.title like ${`${word}%`} order by p.title`
  ).map((row) => row.slug)

/** Counts the actions that the page calls from now on. */
function actionsOf(page: Page): () => number {
  let count = 0
  page.on('request', (request) => void (request.method() === 'POST' && count++))
  return () => count
}

/** The paths that the page navigates to from now on, with or without a load. */
function visitedBy(page: Page): string[] {
  const visited: string[] = []
  page.on('framenavigated', (frame) => void visited.push(new URL(frame.url()).pathname))
  return visited
}

async function openDashboard(page: Page, word: string) {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?q=${word}`)
}

const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

test('a key alone moves no post to another category; the button does, and Undo reverts it', async ({
  page,
}) => {
  const word = await createPosts(['proposed'])
  await openDashboard(page, word)
  await page.getByRole('button', { name: /^Expand/ }).click()
  const choice = page.getByRole('combobox', { name: 'Category', exact: true })
  await choice.focus()
  const before = await choice.inputValue()
  await page.keyboard.press('ArrowUp')
  expect(await choice.inputValue()).not.toBe(before)
  await choice.selectOption({ label: 'Bugs' })
  expect(await categoriesOf(word)).toEqual(['integrations'])
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Moved to Bugs.').first()).toBeVisible()
  expect(await categoriesOf(word)).toEqual(['bugs'])
  expect(await hasFocus(page)).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => categoriesOf(word)).toEqual(['integrations'])
  await expect(choice).toHaveValue(before)
  await choice.focus()
  await choice.selectOption({ label: 'Bugs' })
  await page.keyboard.press('Enter')
  await expect.poll(() => categoriesOf(word)).toEqual(['bugs'])
})

test('a state is saved by its button or Enter, the focus stays, and Undo reverts it @long', async ({
  page,
}) => {
  const word = await createPosts(['proposed'])
  await openDashboard(page, word)
  await page.getByRole('button', { name: /^Expand/ }).click()
  const choice = page.getByRole('combobox', { name: 'State', exact: true })
  await choice.selectOption('planned')
  const save = page.getByRole('button', { name: 'Save state' })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Moved to Planned.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Proposed to Planned')
  await expect(save).toBeFocused()
  expect(await statesOf(word)).toEqual(['planned'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statesOf(word)).toEqual(['proposed'])
  await expect(choice).toHaveValue('proposed')
  await expect.poll(() => hasFocus(page)).toBe(true)
})

test('a letter key changes no selected posts; a click does, and Undo restores each state @desk @long', async ({
  page,
}) => {
  const word = await createPosts(['proposed', 'completed', 'proposed'])
  await openDashboard(page, word)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const sent = actionsOf(page)
  await page.getByRole('button', { name: 'Change state' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('c')
  expect(await statesOf(word)).toEqual(['proposed', 'completed', 'proposed'])
  await page.getByRole('menuitemradio', { name: 'Candidate' }).click()
  await expect(page.getByText('Moved 3 posts to Candidate.').first()).toBeVisible()
  expect(await statesOf(word)).toEqual(['candidate', 'candidate', 'candidate'])
  await expect.poll(() => hasFocus(page)).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statesOf(word)).toEqual(['proposed', 'completed', 'proposed'])
  // The change, and one Undo for each state; nothing before them.
  expect(sent()).toBe(3)
})

test('arrow keys change no color mode before Enter @desk @long', async ({ page }) => {
  await page.goto('/new-features')
  const choice = page.getByRole('combobox', { name: 'Color mode' })
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(choice).toHaveValue('dark')
  expect(await isDark()).toBe(false)
  await page.keyboard.press('Escape')
  await expect(choice).toHaveValue('system')
  await page.keyboard.press('d')
  await page.keyboard.press('Enter')
  await expect.poll(isDark).toBe(true)
  await choice.selectOption('light')
  await expect.poll(isDark).toBe(false)
})

test('arrow keys open no section before Enter @long @desk', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const visited = visitedBy(page)
  const choice = page.getByRole('combobox', { name: 'Section' })
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(choice).toHaveValue('/')
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/new-features')
  await choice.selectOption({ label: 'Roadmap' })
  await expect(page).toHaveURL('/')
  expect(visited).toEqual(['/new-features', '/'])
})

test('a moderation rule changes on Enter, not on an arrow key @desk @long', async ({ page }) => {
  await openDashboard(page, await createPosts(['proposed']))
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await page.getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByRole('combobox', { name: 'Rule 1', exact: true })
  await expect(page).toHaveURL(/sort=/)
  const visited = visitedBy(page)
  await rule.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => visited.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Remove rule 1' }).click()
  await expect(rule).toHaveCount(0)
  // Enter and the removal, nothing before them.
  await expect.poll(() => visited.length).toBe(2)
  await expect.poll(() => hasFocus(page)).toBe(true)
})
