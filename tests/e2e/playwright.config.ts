import { defineConfig } from 'playwright/test'
import { browserArguments, withoutAddressBar } from '../support/browser'
import { isLongJourney, length } from '../support/long'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }
/** What looks different on a phone: npm test runs only these tests there, npm run test:long also the others. */
const isOfWidth = /^(?!.*@long).*(@phone|\bpages\.test\.ts)/

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../.output/playwright',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.TEST_SITE_URL,
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [...browserArguments, withoutAddressBar],
    },
    screenshot: 'only-on-failure',
    // Recording slows every test down, so it needs TRACE=1.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    {
      name: 'desk',
      grep: length === 'long' ? isLongJourney : undefined,
      grepInvert: length === 'short' ? [/@phone/, isLongJourney] : /@phone/,
      use: { viewport: desk },
    },
    // What doesn’t depend on the width, such as HTTP responses, is tested once. The widget's tests set the width
    // themselves.
    {
      name: 'phone',
      grep: length === 'short' ? isOfWidth : undefined,
      testIgnore:
        '{account-rules,attempts,bodies,captcha,cluster,hostile,lost-answers,outage,rebuild,refresh-limit,rewrites,running,scripts,seo,sessions,shared-answers,standalone,widget,widget-sessions,without-secret-key}.test.ts',
      grepInvert: length === 'long' ? [/@any-width/, isOfWidth] : /@any-width/,
      use: { viewport: phone, hasTouch: true },
    },
  ],
})
