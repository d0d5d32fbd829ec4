import type { Page } from 'playwright/test'
import { expect, test, waitForScripts } from './fixtures'
import { isOldPage, openOutdated } from './new-build'

const slowPost = 'Swipe between roadmap states on a phone'

/** Holds back the data of every client-side navigation until the returned function is called. */
async function holdNavigation(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    (url) => url.searchParams.has('_rsc'),
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

test('a slow navigation shows a progress bar in the accent color until it completes', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const release = await holdNavigation(page)
  await page.getByRole('link', { name: slowPost }).click()
  const bar = page.locator('#nprogress .bar')
  await expect(bar).toHaveCSS('background-color', 'rgb(130, 42, 232)')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(slowPost)
  await expect(bar).toHaveCount(0)
})

test('the logo links home and the footer to the marketing site in a new tab @long', async ({ page }) => {
  await page.goto('/new-features')
  const footer = page.getByRole('contentinfo').getByRole('link', { name: /^Signpost/ })
  await expect(footer).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getUTCFullYear()}`)
  await page.getByRole('banner').getByRole('link', { name: 'Signpost' }).click()
  await expect(page).toHaveURL('/')
})

test('Go Back without a history leads to the roadmap @desk @long', async ({ context, page }) => {
  await page.goto('/')
  const [fresh] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('/no-such-category', '_blank', 'noopener')),
  ])
  await waitForScripts(fresh!)
  await fresh!.getByRole('button', { name: 'Go Back' }).click()
  await expect(fresh!).toHaveURL('/')
})

test('a missing page shows its whole address where a route refused it @desk @long', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(404)
  await page.goto('/no-such-category?sort=top')
  await expect(page.getByText('Page Not Found: /no-such-category?sort=top', { exact: true })).toBeVisible()
  await page.goto('/a/b/c?sort=top')
  await expect(page.getByText('Page not found: /a/b/c', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All feedback' }).click()
  await expect(page).toHaveURL('/all')
})

test('F8 reaches the notifications before there are any @long @desk', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  await page.keyboard.press('F8')
  await expect(region).toBeFocused()
})

test('an empty list says so @long', async ({ page }) => {
  await page.goto('/empty-list')
  await expect(page.getByText('Nothing here yet...', { exact: true })).toBeVisible()
})

test('after a new build, the section menu does a full page load too @long', async ({ page }, { project }) => {
  await openOutdated(page, '/')
  if (project.name === 'desk') await page.getByRole('link', { name: 'Feedback' }).first().click()
  else await page.getByRole('combobox', { name: 'Section' }).selectOption({ label: 'Feedback' })
  await expect(page).toHaveURL('/new-features')
  await expect.poll(() => isOldPage(page)).toBe(false)
})
