import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'

const draftsOf = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('signpost-draft')))

/** Holds back the pages of posts; `release` lets them load. */
async function holdPosts(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/bugs/*', async (route) => {
    await gate.promise
    await route.continue().catch(() => {})
  })
  return { release: () => gate.resolve() }
}

test('the form of a new post stays, and sends once, until the post shows @long', async ({ page }) => {
  const title = `An idea ${randomUUID()}`
  const rows = () => sql`select 1 from public.posts where title = ${title}`
  await signIn(page, await createPerson())
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(title)
  // A draft opens the form too.
  await page.reload()
  const form = page.getByRole('form', { name: 'New post' })
  const field = form.getByLabel('Title')
  const publish = form.getByRole('button', { name: 'Publish' })
  await expect(field).toHaveValue(title)
  const { release } = await holdPosts(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await publish.click()
  await expect.poll(() => draftsOf(page)).toEqual([])

  const before = sent.length
  await publish.click({ force: true })
  await field.press('Enter')
  await field.press('Control+b')
  await field.pressSequentially('lost')
  await form.getByRole('textbox', { name: 'Details' }).press('Control+Enter')
  await expect(field).toHaveValue(title)
  await form.getByRole('button', { name: 'Close' }).click({ force: true })
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await expect(publish).toHaveText('PublishSending')
  expect(sent).toHaveLength(before)
  expect(await draftsOf(page)).toEqual([])

  release()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(form).toBeHidden()
  expect(await rows()).toHaveLength(1)

  await page.goBack()
  await expect(page.getByRole('button', { name: "What isn't working?" })).toBeVisible()
  await expect(form).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(form).toBeHidden()
  expect(await draftsOf(page)).toEqual([])
})

test('a tab closed before the post shows leaves no draft @long @desk', async ({ page }) => {
  await signIn(page, await createPerson())
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(`An idea ${randomUUID()}`)
  await holdPosts(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => draftsOf(page)).toEqual([])
  await page.close()
  const next = await page.context().newPage()
  await next.goto('/bugs')
  await expect(next.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(next.getByRole('button', { name: "What isn't working?" })).toBeVisible()
  expect(await draftsOf(next)).toEqual([])
})
