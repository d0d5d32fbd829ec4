import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { createPerson, signIn } from './people'

/** The width of a query that the header's search can show, in pixels. What a query takes depends on the font. */
const roomForQuery = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('searchbox')
    .evaluate((field: HTMLElement) => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
      const button = 16
      return field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - button
    })
/** "calendar view for teams" in the site's font. */
const fourWords = 158

test('the header does not shift while the page loads', async ({ page }) => {
  await page.goto('/')
  expect((await page.getByRole('banner').boundingBox())!.height).toBe(56)
  const moved = await page.evaluate(() => {
    const header = document.querySelector('header')!
    const placeOf = (part: Element) => {
      const { x, y } = part.getBoundingClientRect()
      return `${x} ${y}`
    }
    const parts = [...header.querySelectorAll('*')]
    const places = parts
      .filter((part) => part.matches('a, button, input, select, svg') && part.getClientRects().length > 0)
      .map((part) => [part, placeOf(part)] as const)
    // As the parser leaves it when it pauses there.
    return parts.toReversed().flatMap((last) => {
      last.remove()
      return places
        .filter(([part, place]) => part.isConnected && placeOf(part) !== place)
        .map(
          ([part, place]) =>
            `${part.outerHTML.slice(0, 60)} ${place} -> ${placeOf(part)} without ${last.tagName}`,
        )
    })
  })
  expect(moved).toEqual([])
})

test('the header ends where the page does @desk', async ({ page }) => {
  for (const [width, margin] of [
    [320, 12],
    [390, 16],
    [640, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/forgot-password')
    const header = page.getByRole('banner')
    const { x, width: wide } = (await header.getByRole('button', { name: 'Sign up' }).boundingBox())!
    expect((await header.boundingBox())!.height).toBe(56)
    expect(x + wide, `${width} pixels`).toBe(width - margin)
  }
})

test('the header keeps to one row on tablets @desk', async ({ page }) => {
  for (const width of [768, 820]) {
    await page.setViewportSize({ width, height: 700 })
    for (const path of ['/', '/search']) {
      await page.goto(path)
      expect((await page.getByRole('banner').boundingBox())!.height, `${path} at ${width}`).toBe(56)
    }
  }
})

test('the search of the header shows a query of four words on tablets @desk', async ({ page }) => {
  for (const width of [768, 864]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/search?q=calendar+view+for+teams')
    expect(await roomForQuery(page), `${width} pixels`).toBeGreaterThan(fourWords)
  }
})

test('the search leaves room for an admin’s tools on tablets @desk', async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/search?q=calendar+view+for+teams')
  const account = page.getByRole('button', { name: 'My account' })
  await account.waitFor()
  for (const width of [768, 863, 864]) {
    await page.setViewportSize({ width, height: 700 })
    const { x, width: wide } = (await account.boundingBox())!
    expect(x + wide, `${width} pixels`).toBe(width - 22)
    expect(await roomForQuery(page), `${width} pixels`).toBeGreaterThan(fourWords)
  }
})

test('the request to select a section is whole on the narrowest phones @phone', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 })
    for (const path of ['/search', '/forgot-password']) {
      await page.goto(path)
      const request = page.getByRole('banner').getByText('Select a section.').last()
      await expect(request).toBeVisible()
      expect(
        await request.evaluate((box) => {
          const words = document.createRange()
          words.selectNodeContents(box)
          const [inside, around] = [words.getBoundingClientRect(), box.getBoundingClientRect()]
          return inside.width <= around.width && inside.height <= around.height
        }),
        `${path} at ${width}`,
      ).toBe(true)
    }
  }
})

test('every control is large enough for a thumb @phone', async ({ page }) => {
  for (const path of ['/', '/?view=table', '/new-features', '/search?q=dark']) {
    await page.goto(path)
    const missed = await page.evaluate(() => {
      const controls = document.querySelectorAll<HTMLElement>(
        ':is(header, main, footer) :is(a, button, select, input)',
      )
      return [...controls]
        .filter((control) => {
          if (control.getClientRects().length === 0) return false
          const entry = control.matches('h2 *, h3 *') ? control.closest('article') : null
          if (entry) return entry.clientHeight < 44
          control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
          const { x, y, width, height } = control.getBoundingClientRect()
          return [
            [0, -21],
            [0, 21],
            [-21, 0],
            [21, 0],
          ].some(([right, down]) => {
            const hit = document.elementFromPoint(x + width / 2 + right!, y + height / 2 + down!)
            return !hit || !(control.contains(hit) || hit.closest('label')?.contains(control))
          })
        })
        .map((control) => control.outerHTML.slice(0, 120))
    })
    expect(missed, path).toEqual([])
  }
})

test('every control of a post and its comments is large enough for a thumb @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto('/long-list/long-list-entry-01')
  const form = page.getByRole('form', { name: 'New comment' })
  await form.getByRole('textbox').click()
  const tools = form.getByRole('group', { name: 'Formatting' })
  const first = page.getByRole('article').nth(1)
  await expect(tools.locator('button').first()).toBeVisible()
  // Seven tools share the row.
  for (const tool of await tools.locator('button').all()) {
    const { width, height } = (await tool.boundingBox())!
    expect(width).toBeGreaterThanOrEqual(36)
    expect(height).toBeGreaterThanOrEqual(44)
  }
  for (const target of [
    ...(await form.getByRole('group', { name: 'View' }).getByRole('button').all()),
    first.getByRole('button', { name: 'Reply' }).first(),
    first.locator('a:has(time)').first(),
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link'),
  ]) {
    const { width, height } = (await target.boundingBox())!
    expect(Math.min(width, height), `${target}`).toBeGreaterThanOrEqual(44)
  }
  await page.setViewportSize({ width: 390, height: 720 })
  await expect(form.getByRole('button', { name: 'Add images' })).toBeInViewport({ ratio: 1 })
  const write = (await form.getByRole('button', { name: 'Write' }).boundingBox())!
  const images = (await form.getByRole('button', { name: 'Add images' }).boundingBox())!
  const quote = (await tools.getByRole('button').last().boundingBox())!
  expect(quote.x + quote.width).toBeLessThanOrEqual(images.x)
  expect(images.y + images.height).toBeLessThanOrEqual(write.y)
  await page.setViewportSize({ width: 320, height: 720 })
  const narrow = (await form.getByRole('button', { name: 'Add images' }).boundingBox())!
  for (const tool of await tools.locator('button').all()) {
    await expect(tool).toBeInViewport({ ratio: 1 })
    const { x, y, width } = (await tool.boundingBox())!
    expect(y).toBe(narrow.y)
    expect(x + width).toBeLessThanOrEqual(narrow.x)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('a roadmap that is still arriving shows no other column than In Progress @phone', async ({
  page,
  browser,
}) => {
  await page.goto('/')
  const whole = await (await page.request.get('/')).text()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  })
  const slow = await context.newPage()
  for (const last of ['candidate', 'in-progress', 'completed']) {
    await slow.route('**/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: whole.slice(0, whole.indexOf(`id="state-${last}"`) - 9),
      }),
    )
    await slow.goto('/')
    await expect(slow.getByText('Long list entry 01').first()).toBeHidden()
    await expect(slow.locator('#state-proposed')).toBeHidden()
  }
  await context.close()
})

test('rows of chips and tabs start where the page does @phone', async ({ page }) => {
  for (const path of ['/all', '/search?q=dark', '/?view=table']) {
    await page.goto(path)
    const { x } = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    for (const row of ['Categories', 'State'])
      expect(
        (await page
          .getByRole('navigation', { name: row, exact: true })
          .getByRole('link')
          .first()
          .boundingBox())!.x,
        `${row} of ${path}`,
      ).toBe(x)
  }
})

test('a refused sign-in moves no field @desk', async ({ page }) => {
  // The first page brings the font. In a wider one, the message takes two lines.
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  await page.goto('/?auth=sign-in')
  const dialog = page.getByRole('dialog')
  const parts = dialog.locator('input, button:not(:text("Resend"))')
  await dialog.getByLabel('Email').fill('nobody@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('a-wrong-password')
  const places = () => parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().y))
  const before = await places()
  const [field, send] = await Promise.all([
    dialog.getByLabel('Password', { exact: true }).boundingBox(),
    dialog.getByRole('button', { name: 'Sign in', exact: true }).boundingBox(),
  ])
  // As far as one field from the next.
  expect(send!.y - field!.y - field!.height).toBeLessThanOrEqual(52)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByText('Wrong email or password')).toBeVisible()
  expect(await places()).toEqual(before)
})
