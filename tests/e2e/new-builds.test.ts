import { expect, test } from './fixtures'
import { isOldPage, openOutdated } from './new-build'

test('after a new build, the next navigation is a full load @desk', async ({ page, request }) => {
  const latest = (await (await request.get('/builds/latest.json')).json()) as { id: string }
  const meta = (await (await request.get(`/builds/meta/${latest.id}.json`)).json()) as {
    prerendered: string[]
  }
  expect(meta.prerendered).toContain('/new-features')
  await openOutdated(page, '/')
  await page.getByRole('link', { name: 'Swipe between roadmap states on a phone' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Swipe between roadmap states on a phone')
  expect(await isOldPage(page)).toBe(false)
})

test('a page whose scripts have gone with the old build is reloaded @desk', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(404)
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await page.route('/builds/latest.json*', (route) => route.fulfill({ json: { id: 'next-build' } }))
  await page.route('/builds/meta/next-build.json', (route) => route.fulfill({ json: { id: 'next-build' } }))
  await page.route('**/_next/static/**/*.js', async (route) => {
    // While the page is being replaced, there is nothing to ask.
    if (await isOldPage(page).catch(() => false))
      await route.fulfill({ status: 404, contentType: 'text/javascript' })
    else await route.continue()
  })
  const loaded = page.waitForEvent('load')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await loaded
  expect(await isOldPage(page)).toBe(false)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
})

test('a part that fails to load without a new build is tried again, and the click counts @desk', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(503)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  const failures = new Map<string, number>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    const count = (failures.get(route.request().url()) ?? 0) + 1
    failures.set(route.request().url(), count)
    if (count > 3) await route.continue()
    else await route.fulfill({ status: 503, contentType: 'text/javascript' })
  })
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible({ timeout: 20_000 })
  expect(await isOldPage(page)).toBe(true)
})

test('typing while a part cannot be loaded does not ask the site for each letter @desk', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(503)
  await page.goto('/new-features/dark-mode', { waitUntil: 'networkidle' })
  await page.route('**/_next/static/**/*.js', (route) =>
    route.fulfill({ status: 503, contentType: 'text/javascript' }),
  )
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/builds/latest.json'))))
  const text = 'A comment of some length, typed while nothing loads.'
  const field = page.getByRole('textbox', { name: 'Your comment' })
  await field.pressSequentially(text, { delay: 60 })
  await expect(field).toHaveValue(text)
  expect(asked).toBeLessThan(10)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('textarea[name="body"]')).toHaveValue(text)
})

test('a failed check for a new build is only logged @desk @long', async ({ page, allowedStatuses }) => {
  allowedStatuses.add(500)
  await page.route('/builds/latest.json*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/', { waitUntil: 'networkidle' })
  let isWarned = false
  page.on('console', (message) => (isWarned ||= message.text().includes('latest build')))
  // Repeated until the page listens, which may take a while on a busy machine.
  const returnAfterSignIn = () =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => returnAfterSignIn().then(() => isWarned)).toBe(true)
})
