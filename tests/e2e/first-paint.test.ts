import { expect, test } from './fixtures'
import { openWithoutScripts } from './late-scripts'
import { shiftsOf } from './layout-shifts'
import { clientOf, createPerson, signIn, sql } from './people'
import { createPost, longDetails } from './posts'

test('a stored page is styled by itself, and loads no stylesheet later @desk', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') loaded.push(new URL(request.url()).pathname)
  })
  for (const path of ['/', '/new-features', '/new-features/dark-mode', '/changelog']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const within = page.locator('head link[rel=stylesheet][disabled]')
    const paths = await within.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect(paths.length).toBeGreaterThan(0)
    // Hydrated: React has found its stylesheets.
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(loaded.filter((one) => paths.includes(one))).toEqual([])
  }
})

test('a stored page is styled without any other file @desk', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.route(/\.(?:css|js|woff2)$/, (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('.post-card').first()).toHaveCSS('display', 'grid')
  await page.close()
})

test('a page that brings styles of its own has them after a click on a link @desk', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Changelog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changelog' })).toBeVisible()
  await expect(page.locator('.changelog-entry').first()).toHaveCSS('display', 'grid')
})

test('the link to the dashboard is there before scripts are, for the team only @desk', async ({ page }) => {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' })
  const visit = await openWithoutScripts(page, '/')
  await expect(page.getByRole('link', { name: 'Feedback' }).first()).toBeVisible()
  await expect(link).toBeHidden()
  visit.release()
  await page.unrouteAll()
  await signIn(page, await createPerson({ admin: true }))
  // From now on, the browser knows who it shows the page to.
  await page.goto('/')
  await expect(link).toBeVisible()
  for (const path of ['/', '/new-features/dark-mode']) {
    const { release } = await openWithoutScripts(page, path)
    await expect(link, path).toBeVisible()
    release()
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    await expect(link, path).toBeVisible()
    expect(await shiftsOf(page, 0.001), path).toEqual([])
    await page.unrouteAll()
  }
})

test('a page does not move when its font is late and more styles come @desk', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await createPerson())
  let delay = 0
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue().catch(() => {})
  })
  for (delay of [150, 500]) {
    const font = page.waitForResponse(/\.woff2$/)
    const scripts = await openWithoutScripts(page, '/')
    await font
    // One that is as late as this is given up for sure.
    if (delay === 500)
      await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--font-latin') !== '')
    scripts.release()
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    await expect(page.locator('link[rel=stylesheet]:not([disabled])').first()).toBeAttached()
    expect(await shiftsOf(page, 0.001), `${delay} ms`).toEqual([])
    await page.unroute('**/_next/static/**/*.js')
  }
})

test('pages for the team say how long ago something was before scripts are there, so nothing moves @desk', async ({
  page,
}) => {
  const admin = await createPerson({ admin: true })
  const client = await clientOf(admin)
  const author = await createPerson({ name: 'Robin Tester' })
  for (let count = 0; count < 4; count++) {
    const [hidden, reported] = [
      await createPost(author.id, longDetails),
      await createPost(author.id, longDetails),
    ]
    await client.rpc('hide_posts', { post_ids: [hidden.id], reason: 'spam' }).throwOnError()
    const reporter = await clientOf(await createPerson())
    await reporter.rpc('report', { reason: 'spam', of_post: reported.id }).throwOnError()
  }
  // Seconds would pass while the pages load.
  const ids = sql`select id from public.posts where author_id = ${author.id}`
  await sql`update private.hidings set hidden_at = hidden_at - interval '2 hours' where post_id in (${ids})`
  await sql`update private.reports set created_at = created_at - interval '2 hours' where post_id in (${ids})`
  await signIn(page, admin)
  for (const path of ['/dashboard/hidden', '/dashboard/reports', '/dashboard/insights', '/dashboard/people'])
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 1_200 })
      const scripts = await openWithoutScripts(page, path)
      await expect(page.getByRole('main').getByRole('time').first()).toHaveText(/ago|now/)
      scripts.release()
      await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
      expect(await shiftsOf(page, 0.001), `${path} at ${width}`).toEqual([])
      await page.unrouteAll()
    }
})
