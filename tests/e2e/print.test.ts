import { expect, test } from './fixtures'

test('a post prints with its title, state, votes and author @desk @long', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/every-kind/every-kind-of-content')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.getByText('Planned').first()).toBeVisible()
  await expect(main.getByText('Product team').first()).toBeVisible()
  await expect(main.getByText('0', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(main.getByRole('textbox')).toBeHidden()
  const ink = () => main.evaluate((element) => getComputedStyle(element).color)
  const onPaper = await ink()
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await expect.poll(ink).toBe(onPaper)
})

test('the roadmap prints all states below each other @long', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/')
  const main = page.getByRole('main')
  const columns = await main
    .locator('section')
    .evaluateAll((sections) => sections.map((section) => section.getBoundingClientRect()))
  expect(columns).toHaveLength(5)
  for (const [index, { left, top, height }] of columns.entries()) {
    expect(left).toBe(columns[0]!.left)
    expect(height).toBeGreaterThan(30)
    if (index > 0) expect(top).toBeGreaterThanOrEqual(columns[index - 1]!.bottom)
  }
  for (const name of ['In Progress', 'Completed'])
    expect((await main.getByRole('heading', { name }).boundingBox())!.height).toBeGreaterThan(20)
  for (const tool of await main.locator('nav, .script-only').all()) await expect(tool).toBeHidden()
})
