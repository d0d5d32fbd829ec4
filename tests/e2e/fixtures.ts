import { type Page, test as base } from 'playwright/test'

/**
 * Waits until React has hydrated the page and run its effects. On a busy machine, a test is otherwise faster than the
 * scripts, and its click reaches a page that isn’t listening yet.
 */
export async function waitForScripts(page: Page): Promise<void> {
  const isTakenOver = () =>
    (!document.getElementById('content') || (window as { pressed?: unknown }).pressed === null) &&
    [
      ...document.querySelectorAll(
        'header button, header select, main button, main input, main textarea, main select, footer select, dialog input',
      ),
    ].every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))
  await page.waitForFunction(isTakenOver, null, { timeout: 30_000 })
}

/** A test that fails on console errors and failed requests of its page. One that asks for no page opens none. */
export const test = base.extend<{ allowedStatuses: Set<number> }>({
  page: async ({ page, javaScriptEnabled, allowedStatuses }, use) => {
    const { goto, reload } = page
    const wait = async (until?: string) => {
      if (javaScriptEnabled && until !== 'commit') await waitForScripts(page)
    }
    page.goto = async (url, options) => {
      const response = await goto.call(page, url, options)
      await wait(options?.waitUntil)
      return response
    }
    page.reload = async (options) => {
      const response = await reload.call(page, options)
      await wait(options?.waitUntil)
      return response
    }
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      const isStatus = [...allowedStatuses].some((status) =>
        status === 0
          ? message.text().includes('net::ERR_')
          : message.text().includes(`status of ${status}`) ||
            // React’s message for a page that failed to render on the server.
            (status === 500 && message.text().includes('Minified React error #441')),
      )
      if (message.type() === 'error' && !isStatus) problems.push(`console: ${message.text()}`)
    })
    page.on('response', (response) => {
      const status = response.status()
      if (status >= 400 && !allowedStatuses.has(status)) problems.push(`${status} for ${response.url()}`)
    })
    await use(page)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  },
  // Statuses a test provokes on purpose, such as 404; 0 for requests that get no answer.
  // oxlint-disable-next-line no-empty-pattern
  allowedStatuses: async ({}, use) => {
    await use(new Set())
  },
})

export { expect } from 'playwright/test'
