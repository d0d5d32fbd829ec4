import { defineConfig } from 'playwright/test'
import { browserArguments } from '../support/browser'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../.output/playwright',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.TEST_SITE_URL,
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserArguments },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desk', use: { viewport: desk } },
    // What is about requests needs one width only.
    {
      name: 'phone',
      testIgnore: ['hostile.test.ts', 'outage.test.ts', 'sessions.test.ts', 'standalone.test.ts'],
      use: { viewport: phone, hasTouch: true },
    },
    { name: 'desk, dark', testMatch: 'pages.test.ts', use: { viewport: desk, colorScheme: 'dark' } },
    {
      name: 'phone, dark',
      testMatch: 'pages.test.ts',
      use: { viewport: phone, hasTouch: true, colorScheme: 'dark' },
    },
  ],
})
