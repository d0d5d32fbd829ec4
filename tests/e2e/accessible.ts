import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Fails with what axe finds on the current page, in light and dark mode; leaves the page in dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colors under the mouse change slowly, and halfway they belong to neither mode.
  await page.mouse.move(0, 0)
  // A list that is being reloaded is dimmed.
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
  // A refreshed page has no title for a moment.
  await expect(page).toHaveTitle(/./)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme))
    // Twice as fast: without details of what passes, and without another page, which only frames of other sites need.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    // A color mode changes colors only.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    expect(describeAll(violations), colorScheme).toEqual([])
  }
}

/** The same in one color mode, and that the names of controls contain the text they show. */
export async function expectNamed(page: Page): Promise<void> {
  // A page has no title for a moment while it loads.
  await expect(page).toHaveTitle(/./)
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
    .analyze()
  expect(describeAll(violations)).toEqual([])
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']
const describeAll = (violations: Violations) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
