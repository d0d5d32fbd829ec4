import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { linkInMail, password } from './people'

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let step = 0; step < 40; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('a new person writes a post, signs up for it, votes and comments by keyboard alone @desk', async ({
  page,
}) => {
  const title = `By keyboard ${randomUUID().slice(0, 8)}`
  const email = `${randomUUID()}@example.com`
  await page.goto('/new-features')
  await tabTo(page, page.getByRole('button', { name: 'What would you like to see?' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type(title)
  await tabTo(page, page.getByLabel('Details'))
  await page.keyboard.type('Nobody touched a mouse.')
  await tabTo(page, page.getByRole('button', { name: 'Publish' }))
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Sign up' }))
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await tabTo(page, dialog.getByLabel('Name'))
  for (const text of ['Kim Keys', email, password, password]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Sign up', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText("we've sent it a link")).toBeVisible()

  await page.goto(await linkInMail(email, 'Confirm your email address'))
  await tabTo(page, page.getByRole('button', { name: 'Confirm' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  const vote = page.getByRole('button', { name: `Vote for ${title}` })
  await expect(vote).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, vote)
  await page.keyboard.press('Enter')
  await expect(vote).toHaveAttribute('aria-pressed', 'false')
  await expect(vote).toBeFocused()
  const comment = page.getByRole('textbox', { name: 'Your comment' })
  await tabTo(page, comment)
  await page.keyboard.type('Nor a trackpad.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article').getByText('Nor a trackpad.')).toBeVisible()
  await expect(comment).toBeFocused()
  const edit = page.getByRole('button', { name: 'Edit this comment' })
  await expect(edit).toBeVisible()
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+Tab')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Your comment' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
})
