import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'
import { createPosts } from './posts'

test('the panel shows a whole post and changes its state with a public note @long', async ({ page }) => {
  const admin = await createPerson({ name: 'Careful Admin', admin: true })
  const word = await createPosts(1)
  await signIn(page, admin)
  await page.goto(`/dashboard?q=${word}`)
  const expander = page.getByRole('button', { name: `Expand ${word} 001` })
  await expander.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Category', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move' })).toBeHidden()
  expect(await cutControls(page)).toEqual([])
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('completed')
  await page.getByRole('textbox', { name: 'Public note' }).fill('It is out since today.')
  await page.getByRole('button', { name: 'Save state' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Proposed to Completed')
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('State changed by Careful Admin')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Bugs' })
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Moved to Bugs.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Category changed')
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect(expander).toBeFocused()
  await expect(expander).toHaveAttribute('aria-expanded', 'false')
  await page.goto(`/bugs/${word}-001`)
  await expect(page.getByText('It is out since today.')).toBeVisible()
  const moved = await page.request.get(`/integrations/${word}-001`, { maxRedirects: 0 })
  expect(moved.status()).toBe(308)
})

test('an admin sorts posts by keyboard alone @long', async ({ page }, { project }) => {
  const word = await createPosts(3)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?q=${word}`)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const stateOf = async (post: string) =>
    (await sql`select state from public.posts where title = ${`${word} ${post}`}`)[0]?.state

  // An arrow key only moves through the row’s menu.
  const state = page.getByRole('button', { name: new RegExp(`^State of ${word} 001`) })
  await state.click()
  await expect(page.getByRole('menuitemradio', { name: 'Proposed' })).toBeFocused()
  await press('Escape')
  await expect(state).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Proposed' })).toBeFocused()
  await expectAccessible(page)
  await press('ArrowDown', 'ArrowDown', 'Escape')
  await expect(state).toBeFocused()
  expect(await stateOf('001')).toBe('proposed')
  await press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Proposed' })).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'Candidate' })).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'Planned' })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Moved to Planned.').first()).toBeVisible()
  await expect(state).toHaveAccessibleName(`State of ${word} 001: Planned`)
  await expect(state).toBeFocused()

  // The panel follows the arrow keys through the rows.
  const expander = (post: string) => page.getByRole('button', { name: `Expand ${word} ${post}` })
  await expander('001').focus()
  await press('Enter')
  const title = page.getByRole('heading', { level: 2, name: `${word} 001` })
  await expect(title).toBeVisible()
  if (project.name === 'desk') {
    await press('ArrowDown')
    await expect(expander('002')).toBeFocused()
    await expect(page.getByRole('region', { name: `${word} 002` })).toBeVisible()
    await press('ArrowRight')
    await expect(page.getByRole('region', { name: `${word} 002` })).toBeFocused()
  } else {
    await page.getByRole('button', { name: 'Next post' }).focus()
    await press('Enter')
  }
  await expect(page.getByRole('heading', { level: 2, name: `${word} 002` })).toBeVisible()
  await page.getByRole('combobox', { name: 'State', exact: true }).focus()
  await press('c', 'Enter')
  await expect(page.getByText('Moved to Candidate.').first()).toBeVisible()
  await press('Escape')
  await expect(expander('002')).toBeFocused()
  await expect(title).toBeHidden()

  // When a post is deleted from the panel, the next one opens.
  await press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).focus()
  await press('Enter')
  await page.getByRole('button', { name: 'Yes' }).focus()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: `${word} 003` })).toBeVisible()
  await expect(expander('002')).toBeHidden()
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Undo' }).focus()
  await press('Enter')
  await expect(expander('002')).toBeVisible()
  // A sheet closes when something outside it is used.
  const close = page.getByRole('button', { name: 'Close details' })
  if (project.name === 'desk') await close.focus().then(() => press('Enter'))
  await expect(close).toBeHidden()

  // Several at once.
  await page.getByRole('checkbox', { name: `Select ${word} 002` }).focus()
  await press('Space', 'ArrowDown', 'Space')
  const remove = page.getByRole('button', { name: 'Delete 2 rows' })
  await remove.focus()
  await press('Enter')
  await expect(page.getByRole('button', { name: 'No' })).toBeFocused()
  await press('Enter')
  await expect(remove).toBeFocused()
  if (project.name === 'desk') {
    await page.getByRole('button', { name: 'Change category' }).focus()
    await press('Enter')
    await expect(page.getByRole('menuitemradio').first()).toBeFocused()
    await press('B')
    await expect(page.getByRole('menuitemradio', { name: 'Bugs' })).toBeFocused()
  } else {
    await page.getByRole('region', { name: 'Selected posts' }).getByRole('button', { name: 'More' }).focus()
    await press('Enter')
    await expect(page.getByRole('button', { name: 'Select all 3 matching posts' })).toBeFocused()
    await press('Tab')
    await expect(page.getByRole('button', { name: 'Move to category…' })).toBeFocused()
    await press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Bugs' }).focus()
  }
  await press('Enter')
  await expect(page.getByText('Moved 2 posts to Bugs.').first()).toBeVisible()
  expect(await stateOf('002')).toBe('candidate')
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

/**
 * Controls that lie beyond the right edge, at normal and at double text size; the row of pages scrolls sideways and
 * doesn’t count.
 */
function cutControls(page: Page) {
  return page.evaluate(() => {
    const find = (size: string) => {
      document.documentElement.style.fontSize = size
      return [...document.querySelectorAll('main :is(a, button, input, select)')]
        .filter((control) => !control.closest('nav[aria-label=Dashboard]'))
        .filter((control) => control.getBoundingClientRect().right > window.innerWidth + 0.5)
        .map((control) => `${size} ${control.outerHTML}`)
    }
    return [...find('200%'), ...find('')]
  })
}
