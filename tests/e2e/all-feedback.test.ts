import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures'
import { createPerson, signIn } from './people'

test('a visitor reads the posts of all categories in one list, by order and state @desk', async ({
  page,
  request,
}) => {
  await page.goto('/new-features')
  const tabs = page.getByRole('navigation', { name: 'Categories' })
  await tabs.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL('/all')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All feedback')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByRole('article').first()).toContainText('Feedback')
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feedback' })
  await expect(menu).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('article')).toHaveCount(40)
  await page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL('/all?sort=newest')
  await page
    .getByRole('navigation', { name: 'State' })
    .getByRole('link', { name: /^Completed/ })
    .click()
  await expect(page).toHaveURL('/all?sort=newest&state=completed')
  const filter = page.getByRole('searchbox', { name: 'Filter posts' })
  await filter.fill('drak mode')
  await expect(page.getByRole('status').filter({ hasText: 'for “drak mode”, Completed' })).toBeVisible()

  await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', /\/feed\.xml$/)
  expect(await (await request.get('/sitemap/pages.xml')).text()).toContain('/all</loc>')
  expect((await request.get('/all/feed.xml')).status()).toBe(404)
})

test('the roadmap shows one category in both views, also without JavaScript @long', async ({
  browser,
  request,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Categories' })
  await tabs.getByRole('link', { name: 'Bugs' }).click()
  await expect(page).toHaveURL('/?category=bugs')
  await expect(tabs.getByRole('link', { name: 'Bugs' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('article').first()).toContainText('Bugs')
  await expect(page.getByRole('main').getByText('Feedback', { exact: true })).toHaveCount(1)
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Table' }).click()
  await expect(page).toHaveURL('/?view=table&category=bugs')
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
  await expect(page).toHaveURL('/?view=table&category=bugs&sort=title')
  for (const link of await page.getByRole('rowheader').getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^\/bugs\//)
  }
  await tabs.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL('/?view=table&sort=title')
  await page.close()
  expect((await request.get('/?category=no-such-category')).status()).toBe(404)
})

test('someone starts a post from anywhere and chooses its category, which the draft keeps', async ({
  page,
}) => {
  await signIn(page, await createPerson())
  const title = `Post ${randomUUID()}`
  await page.goto('/forgot-password')
  await page.getByRole('contentinfo').getByRole('link', { name: 'New post' }).click()
  await expect(page).toHaveURL('/all')
  const form = page.getByRole('form', { name: 'New post' })
  await expect(form.getByLabel('Category')).toHaveValue('new-features')
  await form.getByLabel('Category').selectOption('Bugs')
  await form.getByLabel('Title').fill(title)
  await page.reload()
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await expect(form.getByLabel('Category')).toHaveValue('bugs')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/\/bugs\/post-/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goto('/all?sort=newest')
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('Bugs')
})
