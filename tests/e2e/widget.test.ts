import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Frame, Page } from 'playwright/test'
import { otherEngines } from '../support/browser'
import { type HostPage, serveHostPage } from '../support/host-page'
import { ask, keyOf } from './api-client'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { codeInMail, createPerson, signIn, sql } from './people'

const { TEST_SITE_URL: site } = process.env as Record<string, string>

const policy = `default-src 'none'; script-src ${site}; frame-src ${site}; connect-src 'self'; base-uri 'none'; form-action 'none'`
const pageOf = (attributes = '') => `<!doctype html>
<html lang="en"><head><meta name="viewport" content="width=device-width"><title>Acme</title></head>
<body><h1>Acme</h1><p>Our product.</p><script src="${site}/widget.js" ${attributes} async></script></body></html>`

let secret = ''
const newCustomer = () => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  name: 'Kim Customer',
  company: 'Acme',
  plan: 'Team',
  monthly_value: 1200,
})
/** Who is signed in to the company's product. */
let person = newCustomer()
const sign = (claims: object = person, key = secret) =>
  new SignJWT({ ...claims, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setAudience(site!)
    .sign(new TextEncoder().encode(key))

let host: HostPage
let stranger: HostPage
// The site is at localhost, so browsers treat this as another site, not just another port.
const tokens = { '/token': () => sign() } as Record<string, () => Promise<string>>
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  host = await serveHostPage({
    html: pageOf('data-signpost-token-url="/token"'),
    policy,
    answer: async (request, response) => response.end(await tokens[request.url!]?.()),
  })
  stranger = await serveHostPage({
    html: `<!doctype html><title>Stranger</title><iframe src="${site}/embed"></iframe><iframe src="${site}/"></iframe>`,
  })
  secret = randomBytes(32).toString('base64url')
  await sql`delete from private.own_keys`
  await sql`insert into private.own_keys (place, algorithm, secret) values (1, 'HS256', ${secret})`
  await sql`update public.site_settings set widget_origins = ${[host.url, 'https://*.example.com']}, trusts_own_addresses = true`
})

/** Waits until the site knows the origin: at once from the dashboard, within half a minute from the database. */
const isListed = () =>
  expect
    .poll(async () => (await fetch(`${site}/embed`)).headers.get('content-security-policy'), {
      timeout: 60_000,
    })
    .toContain(`frame-ancestors ${host.url} `)

test.afterAll(async () => void (await Promise.all([host.stop(), stranger.stop()])))

const widgetOf = (page: Page) => page.frameLocator('iframe')

/** The page records what the widget reports. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const seen = ((window as { told?: unknown[] }).told = [] as unknown[])
    ;(window as unknown as { Signpost: (act: string, run: (event: unknown) => void) => void }).Signpost(
      'on',
      (event) => seen.push(event),
    )
  })
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: { event: string }[] }).told)

test('only an admin can list a site and create a secret', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  await signIn(page, admin)
  await page.goto('/dashboard/settings/widget')
  const form = page.getByRole('form', { name: 'Widget' })
  await form.getByLabel('Sites that may show the widget').fill('app.example.com')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter up to 20 origins')).toBeVisible()
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
  secret = await dialog.getByLabel('Secret').inputValue()
  expect(secret).toMatch(/^[\w-]{43}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`HS256 …${secret.slice(-4)}`)).toBeVisible()
  expect(await page.content()).not.toContain(secret)
})

/**
 * Signs in by token, searches, votes, writes a post and finds it under “Your posts”. Returns the word that all of it
 * contains.
 */
async function walk(page: Page): Promise<{ word: string; post: number }> {
  // New accounts may only write a few posts an hour.
  person = newCustomer()
  const word = `Zebra${randomUUID().slice(0, 6)}`
  await isListed()
  const [made] = await sql`
    insert into public.posts (category_id, title) select id, ${`Export to ${word}`} from public.categories where slug = 'new-features'
    returning id`
  await page.goto(host.url)
  await page.waitForFunction(() => 'Signpost' in window)
  await listen(page)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const widget = widgetOf(page)
  await expect(widget.getByText('Kim Customer')).toBeVisible()
  await widget.getByRole('searchbox').fill(word)
  await widget.getByRole('button', { name: `Export to ${word}` }).click()
  await expect(widget.getByRole('button', { name: `Export to ${word}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const post = Number(made!.id)
  await expect
    .poll(() => told(page))
    .toContainEqual({ event: 'voted', post: { id: post, isVoted: true, votes: 1 } })
  await widget.getByRole('link', { name: 'New post' }).first().click()
  const form = widget.getByRole('form', { name: 'New post' })
  await form.getByLabel('Title').fill(`Export to ${word} soon`)
  await expect(form.getByText(/^There (is|are) .*similar post/)).toBeVisible()
  await form.getByRole('textbox', { name: 'Details' }).fill('We need it every month.')
  await expect(form.getByText(`${host.url}/`)).toBeVisible()
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(widget.getByText('Post published.')).toBeVisible()
  await widget.getByRole('link', { name: 'Your posts' }).first().click()
  await expect(widget.getByRole('heading', { name: `Export to ${word} soon` })).toBeVisible()
  expect(await told(page)).toContainEqual(expect.objectContaining({ event: 'posted' }))
  return { word, post }
}

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
  const [account] = await sql`select id from auth.users where email = ${person.email}`
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
    await page.goto(host.url)
    await page.getByRole('button', { name: 'Feedback' }).click()
    await expect(widgetOf(page).getByText('Kim Customer')).toBeVisible()
    await widgetOf(page).getByRole('searchbox').fill(word)
    return widgetOf(page).getByRole('button', { name: new RegExp(`${title}(?! soon)`) })
  }
  await expect(await inWidget()).toHaveAttribute('aria-pressed', 'false')
  const given = await ask('POST', `/posts/${post}/votes`, {
    key,
    body: { email: person.email, why: 'Asked by phone.' },
  })
  expect(given).toMatchObject({ status: 201, body: { votes: 1 } })
  expect(await voters()).toEqual([account!.id])
  await expect(await inWidget()).toHaveAttribute('aria-pressed', 'true')
  expect(await sql`select from public.votes where post_id = ${post}`).toHaveLength(1)
})

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the same at ${width} pixels, ${colorScheme} @long @any-width`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await walk(page)
      const sheet = await page.locator('signpost-widget dialog').boundingBox()
      expect(sheet!.width).toBe(Math.min(width, 440))
      const frame = page.frames().find((one) => one.url().includes('/embed'))!
      expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })

    for (const { name, launch } of otherEngines()) {
      test(`the same in ${name} at ${width} pixels, ${colorScheme} @long @any-width`, async () => {
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
  for (const path of [
    '/',
    '/embed/x',
    '/embedded',
    '/EMBED',
    '/embed/Write',
    '/settings',
    '/auth/own',
    '/new-features',
    '/api/viewer',
  ]) {
    const { 'content-security-policy': policyOf, 'x-frame-options': frames } = await headers(path)
    expect([policyOf?.includes("frame-ancestors 'none'"), frames], path).toEqual([true, 'DENY'])
  }
  const refused: string[] = []
  // The console reports the refusal, which this test expects.
  const page = await browser.newPage()
  page.on(
    'console',
    (message) => void (/frame-ancestors/.test(message.text()) && refused.push(message.text())),
  )
  await page.goto(stranger.url)
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(2)
  for (const frame of page.frames().slice(1)) expect(frame.url()).not.toContain(site)
  await page.close()
})

/** Waits until a window has handled all messages so far, which arrive in the order they were sent. */
const handleMessages = (window: Page | Frame) =>
  window.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'last' && resolve())
        postMessage('last', '*')
      }),
  )

test('both sides ignore messages from other origins @long', async ({ page }) => {
  await isListed()
  await page.goto(host.url)
  await listen(page)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(widgetOf(page).getByText('Kim Customer')).toBeVisible()
  // The page itself, and a frame of another origin in it, pretend to be the widget.
  await page.evaluate(() => window.postMessage({ signpost: 'frame', event: 'posted', post: { id: 1 } }, '*'))
  const frame = page.frames().find((one) => one.url().includes('/embed'))!
  // The frame accepts no token from itself either, because a script inside it could send one.
  await frame.evaluate(() => window.postMessage({ signpost: 'host', options: { colorMode: 'dark' } }, '*'))
  await handleMessages(page)
  await handleMessages(frame)
  expect(await told(page)).toEqual([])
  expect(await frame.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(false)
})

test('the page sets the widget’s language, colors and view @long', async ({ page }) => {
  await isListed()
  await page.goto(host.url)
  await page.waitForFunction(() => 'Signpost' in window)
  await page.evaluate(() =>
    (window as unknown as { Signpost: (act: string, options: object) => void }).Signpost('open', {
      view: 'write',
      title: 'Filled in',
      language: 'de',
      colorMode: 'dark',
    }),
  )
  const widget = widgetOf(page)
  await expect(widget.getByRole('heading', { name: 'Neuer Beitrag' })).toBeVisible()
  await expect(widget.getByLabel('Titel')).toHaveValue('Filled in')
  const frame = page.frames().find((one) => one.url().includes('/embed'))!
  expect(
    await frame.evaluate(() => [document.documentElement.lang, document.documentElement.className]),
  ).toEqual(['de', expect.stringContaining('dark')])
})

test('without trust, an address is confirmed once with a code @long', async ({ page }) => {
  await sql`update public.site_settings set trusts_own_addresses = false`
  person = newCustomer()
  const follow = async () => {
    await page.context().clearCookies()
    await page.goto(`/auth/own?token=${await sign()}&next=/new-features`)
    await page.getByRole('button', { name: 'Continue as Kim Customer' }).click()
  }
  await follow()
  await expect(page.getByText(`We sent a code to ${person.email}`)).toBeVisible()
  expect(await sql`select from private.own_identities where subject = ${person.sub}`).toHaveLength(0)
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeInMail(person.email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${site}/new-features`)
  await follow()
  await expect(page).toHaveURL(`${site}/new-features`)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  const [named] = await sql`
    select p.name from public.profiles p join auth.users u on u.id = p.id where u.email = ${person.email}`
  expect(named!.name).toBe('Kim Customer')
  await sql`update public.site_settings set trusts_own_addresses = true`
})

let used: Promise<string>
test('a link signs in the person it names once they agree @long', async ({ page }) => {
  used = sign()
  await page.goto(`/auth/own?token=${await used}&next=/new-features`)
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: 'Continue as Kim Customer' }).click()
  await expect(page).toHaveURL(`${site}/new-features`)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
})

for (const [name, make] of [
  ['signed with another secret', () => sign(person, 'x'.repeat(43))],
  ['used before', () => used],
  [
    'without a signature',
    async () =>
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...person, jti: randomUUID(), iat: Date.now() / 1000, aud: site }))}.`,
  ],
] as [string, () => Promise<string>][])
  test(`a link with a token that is ${name} signs no one in @long`, async ({ page }) => {
    await page.goto(`/auth/own?token=${await make()}&next=/new-features`)
    expect(page.url()).toBe(`${site}/auth/own`)
    const button = page.getByRole('button', { name: 'Continue as' })
    if (await button.isVisible()) await button.click()
    await expect(page.getByText(/isn't valid or has expired|was already used/)).toBeVisible()
    expect((await page.context().cookies()).filter(({ name: of }) => of.includes('auth-token'))).toEqual([])
  })
