import { expect, type Page } from 'playwright/test'

/** Opens a page that then learns of a newer build; a full load afterwards removes the mark `isOldPage`. */
export async function openOutdated(page: Page, path: string): Promise<void> {
  let isKnown = false
  await page.route('/builds/latest.json*', (route) => route.fulfill({ json: { id: 'next-build' } }))
  await page.route('/builds/meta/next-build.json', async (route) => {
    await route.fulfill({ json: { id: 'next-build', prerendered: [] } })
    isKnown = true
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  // Repeated until the page listens, which may take a while on a busy machine.
  const returnAfterSignIn = () =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => returnAfterSignIn().then(() => isKnown)).toBe(true)
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
}

export const isOldPage = (page: Page): Promise<boolean> => page.evaluate(() => 'isOldPage' in window)
