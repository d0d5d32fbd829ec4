import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Frame, Page } from 'playwright/test'
import { type HostPage, serveHostPage } from '../support/host-page'
import { expect, test } from './fixtures'
import { sql } from './people'
import { widgetOf } from './widget-hosts'

export const { TEST_SITE_URL: site } = process.env as Record<string, string>

const policy = `default-src 'none'; script-src ${site}; frame-src ${site}; connect-src 'self'; base-uri 'none'; form-action 'none'`
const pageOf = (attributes = '') => `<!doctype html>
<html lang="en"><head><meta name="viewport" content="width=device-width"><title>Acme</title></head>
<body><h1>Acme</h1><p>Our product.</p><script src="${site}/widget.js" ${attributes} async></script></body></html>`

export const newCustomer = () => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  name: 'Kim Customer',
  company: 'Acme',
  plan: 'Team',
  monthly_value: 1200,
})
/** Who is signed in to the company's product, and its secret. */
export const product = { person: newCustomer(), secret: '' }
export const sign = (claims: object = product.person, key = product.secret) =>
  new SignJWT({ ...claims, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setAudience(site!)
    .sign(new TextEncoder().encode(key))

export let host: HostPage
export let stranger: HostPage
// The site is at localhost, so browsers treat this as another site, not just another port.
const tokens = { '/token': () => sign() } as Record<string, () => Promise<string>>

/** Waits until the site knows the origin: at once from the dashboard, within half a minute from the database. */
export const isListed = () =>
  expect
    .poll(async () => (await fetch(`${site}/embed`)).headers.get('content-security-policy'), {
      timeout: 60_000,
    })
    .toContain(`frame-ancestors ${host.url} `)

/** Serves the company's product and a stranger's page to the tests of a file. */
export function useHost(): void {
  test.beforeAll(async () => {
    host = await serveHostPage({
      html: pageOf('data-signpost-token-url="/token"'),
      policy,
      answer: async (request, response) => response.end(await tokens[request.url!]?.()),
    })
    stranger = await serveHostPage({
      html: `<!doctype html><title>Stranger</title><iframe src="${site}/embed"></iframe><iframe src="${site}/"></iframe>`,
    })
    product.secret = randomBytes(32).toString('base64url')
    await sql`delete from private.own_keys`
    await sql`insert into private.own_keys (place, algorithm, secret) values (1, 'HS256', ${product.secret})`
    await sql`update public.site_settings set widget_origins = ${[host.url, 'https://*.example.com']}, trusts_own_addresses = true`
  })
  test.afterAll(async () => void (await Promise.all([host.stop(), stranger.stop()])))
}

/** Opens the company's page, and the widget in it, and waits until the customer is signed in. */
export async function openWidget(page: Page) {
  await page.goto(host.url)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(widgetOf(page).getByText('Kim Customer')).toBeVisible()
  return widgetOf(page)
}

/** Opens the company's page, and the widget in it with options that its script takes. */
export async function openWith(page: Page, options: object): Promise<void> {
  await page.goto(host.url)
  await page.waitForFunction(() => 'Signpost' in window)
  type Opener = { Signpost: (act: string, options: object) => void }
  await page.evaluate((wanted) => (window as unknown as Opener).Signpost('open', wanted), options)
}

/** The page records what the widget reports. */
export const listen = (page: Page) =>
  page.evaluate(() => {
    const seen = ((window as { told?: unknown[] }).told = [] as unknown[])
    ;(window as unknown as { Signpost: (act: string, run: (event: unknown) => void) => void }).Signpost(
      'on',
      (event) => seen.push(event),
    )
  })
export const told = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: { event: string }[] }).told)

/**
 * Signs in by token, searches, votes, writes a post and finds it under “Your posts”. Returns the word that all of it
 * contains.
 */
export async function walk(page: Page): Promise<{ word: string; post: number }> {
  // New accounts may only write a few posts an hour.
  product.person = newCustomer()
  const word = `Zebra${randomUUID().slice(0, 6)}`
  await isListed()
  const [made] = await sql`
    insert into public.posts (category_id, title) select id, ${`Export to ${word}`} from public.categories where slug = 'new-features'
    returning id`
  const widget = await openWidget(page)
  await listen(page)
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
  const wish = `Qx${randomUUID()}`
  await widget.getByRole('searchbox').fill(wish)
  await widget.getByRole('link', { name: `Post “${wish}”` }).click()
  const form = widget.getByRole('form', { name: 'New post' })
  await expect(form.getByLabel('Title')).toHaveValue(wish)
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

/** Waits until a window has handled all messages so far, which arrive in the order they were sent. */
export const handleMessages = (window: Page | Frame) =>
  window.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'last' && resolve())
        postMessage('last', '*')
      }),
  )
