import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures'

export type Scripts = { release: () => void }

/** For a field whose scripts have loaded. */
export const noneHeld: Scripts = { release: () => {} }

/** Holds back the site’s scripts from now on; `release` lets them load. */
export async function holdScripts(page: Page): Promise<Scripts> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await gate.promise
    await route.continue().catch(() => {})
  })
  return { release: () => gate.resolve() }
}

/** Text typed into a field: early, while its scripts load, and after they have loaded. */
const words = { text: 'Typed while nothing was there.', letter: 'x', end: 'yz' }
const numbers = { text: '12', letter: '3', end: '45' }

/**
 * Types into a field before and while its scripts load, at the end and then in the middle of the text. Not a letter is
 * lost, and the focus, element and cursor stay.
 */
export async function typeThrough(page: Page, field: Locator, scripts: Scripts): Promise<string> {
  const { text, letter, end } = (await field.getAttribute('type')) === 'number' ? numbers : words
  const delay = scripts === noneHeld ? 5 : 25
  await field.click()
  await field.evaluate((element) => Object.assign(element, { isTheSame: true }))
  const before = await field.inputValue()
  await page.keyboard.press('End')
  await page.keyboard.type(text, { delay })
  await expect(field).toHaveValue(before + text)
  // Email fields don’t expose their cursor.
  const hasCursor = await field.evaluate((element: HTMLInputElement) => element.selectionStart !== null)
  if (hasCursor) for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  scripts.release()
  const meanwhile = letter.repeat(scripts === noneHeld ? 4 : 40)
  await page.keyboard.type(meanwhile, { delay })
  await isTakenOver(field)
  await page.keyboard.type(end, { delay })
  const tail = hasCursor ? text.slice(-4) : ''
  const expected = before + text.slice(0, text.length - tail.length) + meanwhile + end + tail
  await expect(field).toHaveValue(expected)
  await expect(field).toBeFocused()
  expect(await field.evaluate((element) => 'isTheSame' in element)).toBe(true)
  return expected
}

/**
 * Types into each field in turn, into the last one while the scripts load, then continues in all of them.
 * @param scope where the labels are looked for: the page, a dialog or a form
 */
export async function typeIntoAll(
  page: Page,
  scope: Page | Locator,
  labels: string[],
  scripts: Scripts,
): Promise<void> {
  const fields = labels.map((label) =>
    scope.getByLabel(label, { exact: true }).and(scope.locator('input, textarea')),
  )
  const texts: string[] = []
  for (const field of fields.slice(0, -1)) {
    await field.click()
    await page.keyboard.press('End')
    const before = await field.inputValue()
    const typed = (await field.getAttribute('type')) === 'number' ? '12' : 'Typed early'
    await page.keyboard.type(typed)
    texts.push(before + typed)
  }
  texts.push(await typeThrough(page, fields.at(-1)!, scripts))
  for (const [index, field] of fields.entries()) {
    await expect(field, labels[index]).toHaveValue(texts[index]!)
    await field.click()
    await page.keyboard.press('End')
    await page.keyboard.type('34')
    await expect(field, labels[index]).toHaveValue(`${texts[index]}34`)
    await expect(field, labels[index]).toBeFocused()
  }
}

/** Waits until React listens to the field. */
async function isTakenOver(field: Locator): Promise<void> {
  await expect
    .poll(() =>
      field.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))),
    )
    .toBe(true)
}

/** Opens a page whose scripts load only when they are released. */
export async function openWithoutScripts(page: Page, path: string) {
  const scripts = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  return scripts
}

export const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
