import type { Page } from 'playwright/test'

/** Opens a page that then learns of a newer build; a full load afterwards takes the mark `isOldPage` away. */
export async function openOutdated(page: Page, path: string): Promise<void> {
  await page.route('/builds/latest.json*', (route) => route.fulfill({ json: { id: 'next-build' } }))
  await page.route('/builds/meta/next-build.json', (route) =>
    route.fulfill({ json: { id: 'next-build', prerendered: [] } }),
  )
  await page.goto(path, { waitUntil: 'networkidle' })
  const known = page.waitForResponse('**/builds/meta/next-build.json')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await known
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
}

export const isOldPage = (page: Page): Promise<boolean> => page.evaluate(() => 'isOldPage' in window)
