import { expect, test } from './fixtures'

test('typing searches, and clearing returns to the roadmap', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('banner').getByRole('searchbox')
  await expect(box).toHaveAttribute('placeholder', 'Search...')
  await box.pressSequentially('drak mode', { delay: 30 })
  await expect(page).toHaveURL('/search?q=drak+mode')
  await expect(page).toHaveTitle(/Search results/)
  await expect(page.getByRole('article').first()).toContainText('Dark mode')
  await expect(page.getByRole('article').first().locator('mark').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'for “drak mode”' })).toBeVisible()
  await expect(box).toBeFocused()
  await box.fill('')
  await expect(page).toHaveURL('/')
})

test('a search stays in the category of the roadmap, and clearing returns there', async ({ page }) => {
  await page.goto('/?category=integrations&view=table&state=planned')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.pressSequentially('api')
  await expect(page).toHaveURL('/search?q=api&category=integrations&state=planned')
  await box.fill('')
  await expect(page).toHaveURL('/?category=integrations&view=table&state=planned')
})

test('a whole search is one step of the history @long', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.pressSequentially('export', { delay: 400 })
  await expect(page).toHaveURL('/search?q=export')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(box).toHaveValue('')
  await page.goForward()
  await expect(page).toHaveURL('/search?q=export')
  await expect(box).toHaveValue('export')
})

test('after going back, another search starts at once @long @desk', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.pressSequentially('dark')
  await expect(page).toHaveURL('/search?q=dark')
  await page.goBack()
  await expect(box).toHaveValue('')
  await box.pressSequentially('export')
  await expect(page).toHaveURL('/search?q=export', { timeout: 5_000 })
})

test('a search is also one step on a slow machine @long @desk', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.pressSequentially('e')
  await box.clear()
  await expect(page).toHaveURL('/')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await box.pressSequentially('export', { delay: 350 })
  await expect(page).toHaveURL('/search?q=export')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a search whose first letters are answered slowly is also one step @long @desk', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const box = page.getByRole('banner').getByRole('searchbox')
  let held = 0
  await page.route(
    (url) => url.pathname === '/search' && url.searchParams.has('_rsc'),
    async (route) => {
      held += 1
      if (held === 1) await expect(box).toHaveValue('export')
      await route.fallback()
    },
  )
  await box.pressSequentially('export', { delay: 400 })
  await expect(page).toHaveURL('/search?q=export')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('on a phone, the search is an icon that opens below the header @phone', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('banner').getByRole('searchbox')
  const width = () => box.evaluate((element) => element.getBoundingClientRect().width)
  expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThanOrEqual(56)
  expect(await width()).toBe(44)
  await box.tap()
  await expect.poll(width).toBeGreaterThan(250)
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect.poll(width).toBe(44)
})

test('on a phone, the field keeps its place when the results come, and Cancel ends a search @phone', async ({
  page,
}) => {
  await page.goto('/')
  const box = page.getByRole('banner').getByRole('searchbox')
  const place = () => box.boundingBox()
  await box.tap()
  await box.pressSequentially('dark')
  const before = await place()
  await expect(page).toHaveURL('/search?q=dark')
  await expect(page.getByRole('article').first()).toContainText('Dark mode')
  expect(await place()).toEqual(before)
  await expect(box).toBeFocused()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await box.fill('export')
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(box).toHaveValue('dark')
  await expect(box).not.toBeFocused()
  // A timer set after the search's own fires after it, so a search that was not canceled would be asked before the next.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)))
  await box.tap()
  await box.fill('dark mode')
  await expect(page).toHaveURL('/search?q=dark+mode')
  expect(asked.filter((url) => url.includes('export'))).toEqual([])
})

test('on a phone, Cancel also leaves a search that is done @phone', async ({ page }) => {
  const box = page.getByRole('banner').getByRole('searchbox')
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await page.goto('/search?q=qqqqwwwwzzzz')
  await box.tap()
  await cancel.tap()
  await expect(page).toHaveURL('/')
  await expect(box).toHaveValue('')
  await page.goto('/?category=bugs')
  await box.tap()
  await box.pressSequentially('qqqqwwwwzzzz')
  await expect(page).toHaveURL('/search?q=qqqqwwwwzzzz&category=bugs')
  await cancel.tap()
  await expect(page).toHaveURL('/?category=bugs')
  await expect(box).toHaveValue('')
})

test('with large text, the search field is as wide as a narrow phone @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/', '/search?q=dark']) {
    await page.goto(path)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.focus()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
    const [header, field] = await Promise.all([page.getByRole('banner').boundingBox(), box.boundingBox()])
    if (path !== '/') expect(field!.y + field!.height).toBeLessThan(header!.y + header!.height)
    expect((await box.boundingBox())!.width, path).toBeGreaterThan(250)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})

test('the search page searches while one types, within the category and state, also on a phone', async ({
  page,
}) => {
  await page.goto('/search?q=export&category=new-features&state=completed')
  const box = page.getByRole('searchbox', { name: 'Search', exact: true })
  await expect(box).toHaveValue('export')
  if (test.info().project.name === 'phone') {
    expect((await box.boundingBox())!.width).toBeGreaterThan(300)
  }
  await box.fill('dark mode')
  await expect(page).toHaveURL('/search?q=dark+mode&category=new-features&state=completed')
  await expect(page.getByRole('article').first()).toContainText('Dark mode')
  await expect(box).toBeFocused()
})

test('a search without results becomes the title of a new post', async ({ page }) => {
  await page.goto('/search?q=qqqqwwwwzzzz')
  await expect(
    page.getByText("We couldn't find anything. Try a new search or create a new post!"),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Popular posts' }).getByRole('article')).toHaveCount(5)
  await page.getByRole('main').getByRole('link', { name: 'Post “qqqqwwwwzzzz”' }).click()
  await expect(page).toHaveURL('/all')
  await expect(page.getByLabel('Title')).toHaveValue('qqqqwwwwzzzz')
  await expect(page.getByLabel('Title')).toBeFocused()
})

test('before a search there is something to read, and results lead to one category or state', async ({
  page,
}) => {
  await page.goto('/search')
  await expect(page.getByText("Type what you're looking for.")).toBeVisible()
  await expect(page.getByRole('region', { name: 'Popular posts' }).getByRole('article')).toHaveCount(5)
  await page.goto('/search?q=dark+mode')
  await expect(page.getByRole('article').first()).toContainText('Feedback')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Feedback' }).click()
  await expect(page).toHaveURL('/search?q=dark+mode&category=new-features')
  await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'Completed' }).click()
  await expect(page).toHaveURL('/search?q=dark+mode&category=new-features&state=completed')
  await expect(page.getByRole('article').first()).toContainText('Dark mode')
  await expect(page.getByRole('link', { name: 'Completed' })).toHaveAttribute('aria-current', 'true')
})

test('a search without results suggests similar words @desk @long', async ({ page }) => {
  await page.goto('/search?q=keyboardistics')
  await page.getByRole('main').getByRole('link', { name: 'keyboard', exact: true }).click()
  await expect(page).toHaveURL('/search?q=keyboard')
  await expect(page.getByRole('article').first()).toContainText('Use the whole site with the keyboard')
})

test('the search box is only on the roadmap and the search page @long', async ({ page }) => {
  for (const [path, count] of [
    ['/', 1],
    ['/search?q=dark', 1],
    ['/new-features', 0],
    ['/new-features/dark-mode', 0],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveCount(count)
  }
})
