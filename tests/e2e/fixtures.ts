import { test as base } from 'playwright/test'

/** A test in whose browser nothing may go wrong unseen: console errors and failed requests fail it. */
export const test = base.extend<{ allowedStatuses: Set<number>; quiet: void }>({
  // Statuses a test provokes on purpose, such as 404; 0 for requests that get no answer.
  // oxlint-disable-next-line no-empty-pattern
  allowedStatuses: async ({}, use) => {
    await use(new Set())
  },
  quiet: [
    async ({ page, allowedStatuses }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
      page.on('console', (message) => {
        const isStatus = [...allowedStatuses].some((status) =>
          status === 0
            ? message.text().includes('net::ERR_')
            : message.text().includes(`status of ${status}`) ||
              // React's word for a page whose making failed on the server.
              (status === 500 && message.text().includes('Minified React error #441')),
        )
        if (message.type() === 'error' && !isStatus) problems.push(`console: ${message.text()}`)
      })
      page.on('response', (response) => {
        const status = response.status()
        if (status >= 400 && !allowedStatuses.has(status)) problems.push(`${status} for ${response.url()}`)
      })
      await use()
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    { auto: true },
  ],
})

export { expect } from 'playwright/test'
