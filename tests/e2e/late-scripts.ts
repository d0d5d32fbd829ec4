import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures'

export type Scripts = { release: () => void }

/** For a field whose scripts are there. */
export const noneHeld: Scripts = { release: () => {} }

/** Holds back every script of the site that is asked for from now on; `release` lets them come. */
export async function holdScripts(page: Page): Promise<Scripts> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await gate.promise
    await route.continue().catch(() => {})
  })
  return { release: () => gate.resolve() }
}

const text = 'Typed while nothing was there yet.'

/**
 * Types into a field as fast as people do, before its scripts have come and while they come, at the end and then in the
 * middle of the text: not a letter is lost, the focus and the element stay, and so does the cursor.
 */
export async function typeThrough(page: Page, field: Locator, scripts: Scripts): Promise<string> {
  await field.click()
  await field.evaluate((element) => Object.assign(element, { isTheSame: true }))
  const before = await field.inputValue()
  await page.keyboard.press('End')
  await page.keyboard.type(text, { delay: 25 })
  await expect(field).toHaveValue(before + text)
  // E-mail fields keep their cursor to themselves.
  const hasCursor = await field.evaluate((element: HTMLInputElement) => element.selectionStart !== null)
  if (hasCursor) for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  scripts.release()
  const meanwhile = 'x'.repeat(scripts === noneHeld ? 4 : 40)
  await page.keyboard.type(meanwhile, { delay: 25 })
  await isTakenOver(field)
  await page.keyboard.type('yz', { delay: 25 })
  const tail = hasCursor ? text.slice(-4) : ''
  const expected = before + text.slice(0, text.length - tail.length) + meanwhile + 'yz' + tail
  await expect(field).toHaveValue(expected)
  await expect(field).toBeFocused()
  expect(await field.evaluate((element) => 'isTheSame' in element)).toBe(true)
  return expected
}

/** Waits until React listens to the field. */
async function isTakenOver(field: Locator): Promise<void> {
  await expect
    .poll(() =>
      field.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))),
    )
    .toBe(true)
}
