import { otherEngines } from '../support/browser'
import { ask, keyOf } from './api-client'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { codeInMail, createPerson, signIn, sql } from './people'
import { frameOf, widgetOf } from './widget-hosts'
import {
  handleMessages,
  host,
  isListed,
  listen,
  newCustomer,
  openWidget,
  openWith,
  product,
  sign,
  site,
  stranger,
  told,
  useHost,
  walk,
} from './widget-page'

test.describe.configure({ mode: 'serial' })
useHost()

test('only an admin can list a site and create a secret', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  await signIn(page, admin)
  await page.goto('/dashboard/settings/widget')
  const form = page.getByRole('form', { name: 'Widget' })
  const picture = page.getByTitle('How the button looks on your pages').contentFrame()
  await expect(picture.getByRole('button', { name: 'Feedback' })).toHaveCSS('position', 'fixed')
  await page.getByLabel('Button text').fill('Your "ideas"')
  await page.getByLabel('Opens with').selectOption('Roadmap')
  await expect(picture.getByRole('button', { name: 'Your "ideas"' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code for your site' })).toHaveValue(
    /<script src="[^"]+\/widget\.js" async data-signpost-label="Your &quot;ideas&quot;" data-signpost-view="roadmap"><\/script>/,
  )
  await form.getByLabel('Sites that may show the widget').fill('not a site')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Sites that may show the widget')).toHaveAccessibleDescription(
    /Not a valid address: “not a site”\. Write addresses such as/,
  )
  await form.getByLabel('Sites that may show the widget').fill(`${host.url}\nhttps://*.example.com`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Widget saved.', { exact: true })).toBeVisible()
  await sql`delete from private.own_keys`
  await sql`update public.site_settings set trusts_own_addresses = false`
  await page.goto('/dashboard/settings/sign-in')
  await page.getByLabel('Trust email addresses').click()
  await expect(page.getByLabel('Trust email addresses')).toBeChecked()
  await page.getByRole('button', { name: 'Create secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Secret created' })
  product.secret = await dialog.getByLabel('Secret').inputValue()
  expect(product.secret).toMatch(/^[\w-]{43}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`HS256 …${product.secret.slice(-4)}`)).toBeVisible()
  expect(await page.content()).not.toContain(product.secret)
})

test('a customer searches, votes and writes inside the company’s product', async ({ page, request }) => {
  const requests: string[] = []
  await page.goto(host.url)
  page.on(
    'request',
    (sent) => void (sent.url().startsWith(site!) && requests.push(new URL(sent.url()).pathname)),
  )
  await page.reload()
  await page.waitForFunction(() => 'Signpost' in window)
  // Only the script is loaded before someone opens the widget.
  expect(requests).toEqual(['/widget.js'])
  const { word, post } = await walk(page)

  // The site, the API and the database see one person with one vote.
  const rows = await sql`
    select v.user_id, p.author_id, n.body from public.votes v, public.posts p, public.post_notes n
    where v.post_id = ${post} and p.title = ${`Export to ${word} soon`} and n.post_id = p.id`
  expect(rows).toHaveLength(1)
  expect(rows[0]!.user_id).toBe(rows[0]!.author_id)
  expect(rows[0]!.body).toContain(`${host.url}/`)
  expect(await (await request.get(`${site}/api/v1/posts/${post}`)).json()).toMatchObject({ votes: 1 })

  // Escape closes the widget from inside the frame as well, and the focus returns to the button.
  await widgetOf(page).getByRole('link', { name: 'Roadmap' }).press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Feedback' })).toBeFocused()
  await expect.poll(() => told(page)).toContainEqual(expect.objectContaining({ event: 'closed' }))
})

test('the widget, the site and the API agree on the votes of one person @long', async ({ page }) => {
  const { word, post } = await walk(page)
  const title = `Export to ${word}`
  const key = await keyOf(await createPerson({ admin: true }), ['write', 'team'])
  const voters = async () => {
    const { body } = await ask('GET', `/posts/${post}/votes`, { key })
    return (body as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  const [account] = await sql`select id from auth.users where email = ${product.person.email}`
  expect(await voters()).toEqual([account!.id])

  const [row] = await sql`select slug from public.posts where id = ${post}`
  await page.goto(`/auth/own?token=${await sign()}&next=/new-features/${row!.slug}`)
  await page.getByRole('button', { name: 'Continue as Kim Customer' }).click()
  const onSite = page.getByRole('main').getByRole('button', { name: title })
  await expect(onSite).toHaveAttribute('aria-pressed', 'true')
  await expect(onSite).toContainText('1')
  await onSite.click()
  await expect(onSite).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(voters).toEqual([])

  const inWidget = async () => {
    const widget = await openWidget(page)
    await widget.getByRole('searchbox').fill(word)
    return widget.getByRole('button', { name: new RegExp(`${title}(?! soon)`) })
  }
  await expect(await inWidget()).toHaveAttribute('aria-pressed', 'false')
  const body = { email: product.person.email, why: 'Asked by phone.' }
  const given = await ask('POST', `/posts/${post}/votes`, { key, body })
  expect(given).toMatchObject({ status: 201, body: { votes: 1 } })
  expect(await voters()).toEqual([account!.id])
  await expect(await inWidget()).toHaveAttribute('aria-pressed', 'true')
  expect(await sql`select from public.votes where post_id = ${post}`).toHaveLength(1)
})

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the same at ${width} pixels, ${colorScheme} @long @desk`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await walk(page)
      const sheet = await page.locator('signpost-widget dialog').boundingBox()
      expect(sheet!.width).toBe(Math.min(width, 440))
      const frame = frameOf(page)
      expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })

    for (const { name, launch } of otherEngines()) {
      test(`the same in ${name} at ${width} pixels, ${colorScheme} @long @desk`, async () => {
        const browser = await launch()
        const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
        await walk(page)
        await browser.close()
      })
    }
  }

test('only the team sees who wants a post @long', async ({ page, browser }) => {
  const walked = await walk(page)
  const [post] = await sql`select slug from public.posts where id = ${walked.post}`
  await signIn(page, await createPerson({ moderator: true }))
  await page.goto(`/new-features/${post!.slug}`)
  await expect(page.getByText('1 company, 1,200 a month')).toBeVisible()
  await page.goto('/dashboard?company=acme&columns=companies,monthly_value')
  await expect(page.getByRole('button', { name: 'Company: acme' })).toBeVisible()
  const visitor = await browser.newPage()
  expect(await (await visitor.goto(`${site}/new-features/${post!.slug}`))!.text()).not.toContain('Acme')
  await visitor.close()
})

test('a listed site can only frame the widget, an unlisted one nothing', async ({ browser, request }) => {
  await isListed()
  const headers = async (path: string) => (await request.get(site + path)).headers()
  for (const path of ['/embed', '/embed/write', '/embed/own', '/embed/roadmap', '/embed/changelog']) {
    const { 'content-security-policy': policyOf, 'x-frame-options': frames } = await headers(path)
    expect(policyOf, path).toContain(`frame-ancestors ${host.url} https://*.example.com;`)
    expect(policyOf, path).not.toContain("frame-ancestors 'none'")
    expect(frames, path).toBeUndefined()
  }
  for (const path of ['/', '/embed/x', '/EMBED', '/settings', '/auth/own', '/new-features', '/api/viewer']) {
    const { 'content-security-policy': policyOf, 'x-frame-options': frames } = await headers(path)
    expect([policyOf?.includes("frame-ancestors 'none'"), frames], path).toEqual([true, 'DENY'])
  }
  const refused: string[] = []
  // The console reports the refusal, which this test expects.
  const page = await browser.newPage()
  page.on('console', (message) => refused.push(message.text()))
  await page.goto(stranger.url)
  const framing = () => refused.filter((text) => text.includes('frame-ancestors')).length
  await expect.poll(framing).toBeGreaterThanOrEqual(2)
  for (const frame of page.frames().slice(1)) expect(frame.url()).not.toContain(site)
  await page.close()
})

test('both sides ignore messages from other origins @long', async ({ page }) => {
  await isListed()
  await openWidget(page)
  await listen(page)
  // The page itself, and a frame of another origin in it, pretend to be the widget.
  await page.evaluate(() => window.postMessage({ signpost: 'frame', event: 'posted', post: { id: 1 } }, '*'))
  const frame = frameOf(page)
  // The frame accepts no token from itself either, because a script inside it could send one.
  await frame.evaluate(() => window.postMessage({ signpost: 'host', options: { colorMode: 'dark' } }, '*'))
  await handleMessages(page)
  await handleMessages(frame)
  expect(await told(page)).toEqual([])
  expect(await frame.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(false)
})

test('the page sets the widget’s language, colors and view @long', async ({ page }) => {
  await isListed()
  const asked: string[] = []
  page.on('request', (sent) => void (sent.url().includes('/api/words/') && asked.push(sent.url())))
  await openWith(page, { view: 'write', title: 'Filled in', language: 'de', colorMode: 'dark' })
  const widget = widgetOf(page)
  await expect(widget.getByRole('heading', { name: 'Neuer Beitrag' })).toBeVisible()
  await expect(widget.getByLabel('Titel')).toHaveValue('Filled in')
  // Signing in refreshes the frame, which keeps the language and loads it once.
  await expect(widget.getByText('Kim Customer')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(widget.getByRole('button', { name: 'Veröffentlichen' })).toBeVisible()
  expect(asked).toEqual([...new Set(asked)])
  const root = widget.locator('html')
  await expect(root).toHaveAttribute('lang', 'de')
  await expect(root).toHaveClass(/dark/)
})

test('without trust, an address is confirmed once with a code @long', async ({ page }) => {
  await sql`update public.site_settings set trusts_own_addresses = false`
  product.person = newCustomer()
  const follow = async () => {
    await page.context().clearCookies()
    await page.goto(`/auth/own?token=${await sign()}&next=/new-features`)
    await page.getByRole('button', { name: 'Continue as Kim Customer' }).click()
  }
  await follow()
  await expect(page.getByText(`We sent a code to ${product.person.email}`)).toBeVisible()
  expect(await sql`select from private.own_identities where subject = ${product.person.sub}`).toHaveLength(0)
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeInMail(product.person.email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${site}/new-features`)
  await follow()
  await expect(page).toHaveURL(`${site}/new-features`)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  const [named] = await sql`
    select p.name from public.profiles p join auth.users u on u.id = p.id where u.email = ${product.person.email}`
  expect(named!.name).toBe('Kim Customer')
  await sql`update public.site_settings set trusts_own_addresses = true`
})

test('a link signs in the person it names once they agree, and no one without a valid token @long', async ({
  page,
}) => {
  const follow = (token: string) => page.goto(`/auth/own?token=${token}&next=/new-features`)
  const proceed = page.getByRole('button', { name: 'Continue as Kim Customer' })
  const used = await sign()
  await follow(used)
  await expect(page.getByText(product.person.email)).toBeVisible()
  await proceed.click()
  await expect(page).toHaveURL(`${site}/new-features`)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  for (const token of [used, await sign(product.person, 'x'.repeat(43))]) {
    await page.context().clearCookies()
    await follow(token)
    if (await proceed.isVisible()) await proceed.click()
    await expect(page.getByText(/isn't valid or has expired|was already used/)).toBeVisible()
    expect((await page.context().cookies()).filter(({ name }) => name.includes('auth-token'))).toEqual([])
  }
})
