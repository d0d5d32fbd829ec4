import manifest from '../../package.json' with { type: 'json' }
import { expect, test } from './fixtures'

test('a missing address shows a complete page without JavaScript @desk', async ({ request, browser }) => {
  const missing = {
    '/no-such-category': 'Page Not Found: /no-such-category',
    '/no-such-category?sort=newest': 'Page Not Found: /no-such-category',
    '/new-features/no-such-post': 'Page Not Found: /new-features/no-such-post',
    '/new-features/%E6%9A%97': 'Page Not Found: /new-features/暗',
    '/roadmap/nothing': 'Page Not Found: /roadmap/nothing',
    '/?category=nothing': 'Page not found',
    '/roadmap/table/all/top/nothing': 'Page not found',
    '/no-such-category?after=WzFd': 'Page not found',
    '/a/b/c': 'Page not found',
  }
  for (const [path, message] of Object.entries(missing)) {
    // First rendered, then stored; also for a crawler, which Next treats differently.
    for (const agent of ['Mozilla/5.0', 'Mozilla/5.0', 'Mozilla/5.0 (compatible; bingbot/2.0)']) {
      const response = await request.get(path, { headers: { 'user-agent': agent } })
      const html = await response.text()
      expect(response.status(), `${path} ${agent}`).toBe(404)
      expect(html, path).toContain('<title>Page not found · ')
      expect(html, path).toContain('<meta name="robots" content="noindex"')
      expect(html, path).toContain('Oops! The page you are looking for does not exist.')
      // Stored pages escape non-ASCII letters.
      const read = html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      expect(read.replaceAll('<!-- -->', ''), path).toContain(`>${message}<`)
    }
  }
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/new-features/no-such-post')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roadmap')
  await page.close()
})

test('Go Back leads back @long', async ({ page, allowedStatuses }) => {
  allowedStatuses.add(404)
  await page.goto('/new-features')
  await page.goto('/new-features/no-such-post')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/new-features')
})

test('the wrong category redirects permanently @desk', async ({ request }) => {
  const response = await request.get('/bugs/dark-mode', { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  // Next repeats the header while it stores the answer.
  const locations = response.headersArray().filter(({ name }) => name.toLowerCase() === 'location')
  expect(new Set(locations.map(({ value }) => value))).toEqual(new Set(['/new-features/dark-mode']))
})

test('the color mode is remembered and set before the first paint', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Color mode' }).selectOption('dark')
  await expect(page.locator('html')).toHaveClass(/dark/)
  // The open list needs its own background: light letters on the browser’s white are unreadable.
  const light = page.getByRole('combobox', { name: 'Color mode' }).locator('option[value=light]')
  await expect(light).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.goto('/new-features', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.body)
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('combobox', { name: 'Color mode' })).toHaveValue('dark')
  await page.getByRole('combobox', { name: 'Color mode' }).selectOption('system')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  // Other tabs follow, and every tab follows the system.
  const other = await page.context().newPage()
  await other.goto('/')
  await page.getByRole('combobox', { name: 'Color mode' }).selectOption('dark')
  await expect(other.locator('html')).toHaveClass(/dark/)
  await expect(other.getByRole('combobox', { name: 'Color mode' })).toHaveValue('dark')
  await other.getByRole('combobox', { name: 'Color mode' }).selectOption('system')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('the roadmap is a small document @desk', async ({ request }) => {
  const whole = (await (await request.get('/')).body()).toString()
  const html = whole.replace(/<style[^]*?<\/style>/g, '')
  const cards = html.split('<article').length - 1
  expect(cards).toBeGreaterThan(20)
  // 70 kB for the 30 cards of the example board; the tests’ board has more.
  expect(html.length / cards).toBeLessThan(70_000 / 30)
  // Every stored page contains its styles.
  expect(whole.length - html.length).toBeLessThan(42_000)
})

test('an unchanged page is answered with 304, and its data has no tag of its own @desk', async ({
  request,
}) => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await request.get(path, { headers })
    return {
      status: response.status(),
      etag: response.headers().etag,
      length: (await response.body()).length,
    }
  }
  for (const path of ['/', '/new-features', '/new-features/dark-mode', '/?view=table']) {
    let whole = await ask(path)
    for (;;) {
      const { etag = '' } = whole
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
      const answers = [
        await ask(path, { 'if-none-match': etag }),
        await ask(path, { 'if-none-match': etag.replace('W/', '') }),
        await ask(path, { 'if-none-match': `"other", ${etag}` }),
        await ask(path, { 'if-none-match': '"other"' }),
        await ask(path, { rsc: '1', 'if-none-match': etag }),
      ]
      const after = await ask(path)
      // Otherwise, another test has changed the page.
      if (after.etag === etag) {
        const unchanged = { status: 304, etag, length: 0 }
        const data = { status: 200, etag: undefined, length: answers[4]!.length }
        expect(answers).toEqual([unchanged, unchanged, unchanged, whole, data])
        break
      }
      whole = after
    }
  }
})

test('the keyboard reaches content, navigation and posts @long', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }),
  ).toBeFocused()
  const link = page.getByRole('link', { name: 'Dark mode' })
  await link.focus()
  // Around the card, where nothing clips it.
  await expect(link).toHaveCSS('outline-style', 'none')
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').outlineStyle)).toBe('solid')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/new-features/dark-mode')
})

test('a visitor loads no session code, sends no cookie and preloads pages on intent only @desk', async ({
  page,
  context,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requests.filter((url) => url.includes('_rsc'))).toEqual([])
  expect(await context.cookies()).toEqual([])
  await page.getByRole('link', { name: 'Swipe between roadmap states on a phone' }).hover()
  await expect.poll(() => requests.filter((url) => url.includes('_rsc')).length).toBeGreaterThan(0)
})

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '2g' },
])
  test(`nothing is preloaded ${connection.saveData ? 'with a data saver' : 'on 2G'} @long @desk`, async ({
    page,
  }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
    const ahead: string[] = []
    page.on('request', (request) => request.url().includes('_rsc') && ahead.push(request.url()))
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: 'Swipe between roadmap states on a phone' }).hover()
    await page.getByRole('link', { name: 'Templates for new posts' }).hover()
    expect(ahead).toEqual([])
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page is complete and lists have further pages', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Dark mode' })).toHaveCount(1)
    await page.goto('/new-features/dark-mode')
    await expect(page.getByText('Reading the board at night is hard on the eyes.')).toBeVisible()
    await expect(page.getByText("Good point. We'll test it on OLED screens.")).toBeVisible()
    await page.goto('/?view=table&category=new-features')
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('drak mode')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?category=new-features&q=drak+mode')
    await expect(page.getByRole('article').first()).toContainText('Dark mode')
    await page.goto('/long-list?sort=oldest')
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(page.getByRole('article')).toHaveCount(20)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(page.getByRole('article')).toHaveCount(9)
  })
})

test('forms say that they need JavaScript @desk @long', async ({ request }) => {
  const sentences = {
    '/': 'Turn on JavaScript to sign in.',
    '/new-features': 'Turn on JavaScript to write a post.',
    '/new-features/dark-mode': 'Turn on JavaScript to write a comment.',
    '/forgot-password': 'This form needs JavaScript.',
  }
  for (const [path, sentence] of Object.entries(sentences)) {
    const html = await (await request.get(path)).text()
    expect(html, path).toMatch(new RegExp(`<noscript>[^]*${sentence}[^]*</noscript>`))
  }
})

test('the health check reports whether the site is alive and ready @desk', async ({ request }) => {
  expect(await (await request.get('/api/health')).json()).toEqual({
    status: 'ok',
    version: manifest.version,
  })
  // Each check has two seconds, which a busy small machine may need.
  await expect
    .poll(async () => (await request.get('/api/health/ready')).json())
    .toEqual({ status: 'ok', database: true, storage: true })
})

test('a page that is missing offers a search @desk @long', async ({ page, allowedStatuses }) => {
  allowedStatuses.add(404)
  await page.goto('/nothing/at/all')
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search' })
  await expect(field).toHaveCSS('border-top-width', '1px')
  await field.fill('dark mode')
  await field.press('Enter')
  await expect(page).toHaveURL('/search?q=dark+mode')
  await expect(page.getByRole('article').first()).toContainText('Dark mode')
})
