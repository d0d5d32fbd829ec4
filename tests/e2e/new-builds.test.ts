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
