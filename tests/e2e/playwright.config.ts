import { defineConfig } from 'playwright/test'
import { browserArguments, withoutAddressBar } from '../support/browser'
import { isLongJourney, length } from '../support/long'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }
/** The look of every page: npm test checks it at phone width, npm run test:long at desktop width. */
const isLook = /(^| )pages\.test\.ts/
/** What npm test runs at phone width; npm run test:long runs the others there. */
const isOfPhone = /^(?!.*@long).*(@phone|(^| )pages\.test\.ts)/

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
      grep: length === 'long' ? [isLongJourney, isLook] : undefined,
      grepInvert: length === 'short' ? [/@phone/, isLongJourney, isLook] : /@phone/,
      use: { viewport: desk },
    },
    // What doesn’t depend on the width, such as HTTP responses, is tested once. The widget's tests set the width
    // themselves.
    {
      name: 'phone',
      grep: length === 'short' ? isOfPhone : undefined,
      testIgnore:
        '{account-rules,attempts,bodies,captcha,captcha-hcaptcha,cluster,hostile,hostile-requests,lost-answers,outage,rebuild,refresh-limit,rewrites,running,scripts,seo,sessions,sessions-links,shared-answers,standalone,widget,widget-sessions,without-secret-key}.test.ts',
      grepInvert: length === 'long' ? [/@desk/, isOfPhone] : /@desk/,
      use: { viewport: phone, hasTouch: true },
    },
  ],
})
