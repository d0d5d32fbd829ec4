import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn } from './people'
import { createPost } from './posts'

/** Answers to acts take longer than what is removed immediately. */
const answerLate = (page: Page) =>
  page.route('**', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 600))
    await route.fallback()
  })

test('deleting a row moves the focus to its neighbor, also if the answer is slow @desk', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  const client = await clientOf(admin)
  const words = ['a', 'b'].map((end) => `w${randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}${end}`)
  for (const word of words)
    await client
      .from('synonyms')
      .insert({ words: [word, `${word} again`] })
      .throwOnError()
  await signIn(page, admin)
  await page.goto('/dashboard/search')
  await answerLate(page)
  const groups = page.getByRole('region', { name: 'Synonyms' }).getByRole('listitem')
  const group = groups.filter({ hasText: words[0] })
  await group.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(group).toHaveCount(0)
  await expect(groups.getByRole('button').and(page.locator(':focus'))).toBeVisible()

  await page.goto('/dashboard/api-keys')
  for (const name of ['First key', 'Second key']) {
    await page.getByRole('button', { name: 'Create API key' }).click()
    const form = page.getByRole('form', { name: 'API key' })
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: `Revoke ${name}` })).toBeVisible()
  }
  const revoke = (name: string) => page.getByRole('button', { name: `Revoke ${name}` })
  await revoke('First key').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(revoke('First key')).toHaveCount(0)
  // Admins see the keys of the whole team, so the neighbor may be someone else's.
  await expect(page.getByRole('button', { name: /^Revoke / }).and(page.locator(':focus'))).toBeVisible()

  await page.goto(`/dashboard?q=${randomUUID()}`)
  await page.getByRole('button', { name: 'Save view' }).click()
  const name = `View ${randomUUID().slice(0, 8)}`
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: `Delete the view ${name}` }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expect(page.locator('main :focus')).toBeVisible()
})

test('a linked post leaves the focus at the button that links the next', async ({ page }) => {
  const post = await createPost(null)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/changelog/edit')
  const link = page.getByRole('button', { name: 'Link a post' })
  await link.click()
  const posts = page.getByRole('region', { name: 'Linked posts' })
  const dialog = page.getByRole('dialog', { name: 'Link a post' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(link).toBeFocused()
  await link.click()
  await dialog.getByRole('searchbox').fill(post.title)
  await dialog.getByRole('button', { name: post.title }).click()
  await expect(link).toBeFocused()
  await expect(posts.getByRole('listitem')).toContainText(post.title)
})

test('on a phone, the inbox focuses the post that opens, and its menu has acts @phone', async ({ page }) => {
  const { title } = await createPost(null)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?view=inbox&q=${encodeURIComponent(title)}`)
  await page.getByRole('option', { name: title }).click()
  await expect(page.getByRole('article', { name: title })).toBeFocused()
  const bar = page.getByRole('group', { name: 'Actions' }).filter({ visible: true })
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(64)
  await bar.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Merge' })).toBeVisible()
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  await page.keyboard.press('Escape')
  // Large text: no button is cut off.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await bar.scrollIntoViewIfNeeded()
  for (const button of await bar.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })
})

test('searches without results say so and offer to clear them', async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?q=${randomUUID()}`)
  await expect(page.getByText('No posts match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto(`/dashboard/people?q=${randomUUID()}`)
  await expect(page.getByText('No one matches')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/dashboard/people')
})

test('an admin changes a role and blocks on the page of a person', async ({ page }) => {
  const person = await createPerson({ name: `Kim ${randomUUID()}` })
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/people/${person.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: person.email })).toBeVisible()
  const role = main.getByRole('button', { name: /^Role of/ })
  await role.click()
  await page.getByRole('menuitemradio', { name: 'Moderator' }).click()
  await expect(role).toContainText('Moderator')
  await expect(role).toBeFocused()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Team')
  await role.click()
  await page.getByRole('menuitemradio', { name: 'Member' }).click()
  const more = main.getByRole('button', { name: /^Actions for/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByLabel('Reason', { exact: true }).fill('Too many links')
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(main.getByText('Too many links')).toBeVisible()
  await expect(role).toHaveCount(0)
  await expect(more).toBeFocused()
  await more.click()
  await page.getByRole('menuitem', { name: 'Unblock' }).click()
  await expect(role).toContainText('Member')
})

test('the preview of a text is as tall as its field', async ({ page }) => {
  const post = await createPost(null)
  await signIn(page, await createPerson())
  await page.goto(post.path)
  const field = page.getByRole('textbox', { name: 'Your comment' })
  await field.fill('One line.')
  const box = page
    .locator('.composer')
    .filter({ has: page.locator('textarea') })
    .first()
  const preview = page.getByRole('button', { name: 'Preview' })
  await expect(preview).toBeVisible()
  const before = (await box.boundingBox())!.height
  await preview.click()
  await expect(page.locator('[data-preview]')).toContainText('One line.')
  expect((await box.boundingBox())!.height).toBe(before)
})
