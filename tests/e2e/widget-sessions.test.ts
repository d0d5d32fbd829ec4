import { Secret, TOTP } from 'otpauth'
import { serveHostPage } from '../support/host-page'
import { expireCookies, readSession } from '../support/session-cookies'
import { expect } from './fixtures'
import { signInOn } from './own-site'
import {
  type Customer,
  frameOf,
  newCustomer,
  open,
  product,
  reopen,
  sessionCookiesOf,
  signOut,
  test,
  widgetOf,
} from './widget-hosts'

test.describe.configure({ mode: 'serial' })

test('on the same domain, a token asks before it replaces another person’s session', async ({
  page,
  own,
  hosts,
}) => {
  product.person = newCustomer('Kim Customer')
  await signInOn(page, own, 'member@example.com')
  const before = readSession(await sessionCookiesOf(page)).refresh_token
  const widget = await open(page, hosts.sameSite)
  const question = widget.getByText("You're signed in as Demo member. Continue as Kim Customer?")
  await expect(question).toBeVisible()
  expect(readSession(await sessionCookiesOf(page)).refresh_token).toBe(before)
  await widget.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(widget.getByText('Demo member')).toBeVisible()
  await page.reload()
  await open(page, hosts.sameSite)
  await widget.getByRole('button', { name: 'Continue as Kim Customer' }).click()
  await expect(widget.getByText('Kim Customer', { exact: true })).toBeVisible()
  // The site itself has the same session.
  await page.goto(own.url)
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByText('Kim Customer')).toBeVisible()
})

test('a session that only exists in the product is replaced by its next token', async ({ page, hosts }) => {
  product.person = newCustomer('Kim Customer')
  const widget = await open(page, hosts.elsewhere)
  await expect(widget.getByText('Kim Customer')).toBeVisible()
  product.person = newCustomer('Lou Customer')
  await reopen(page)
  await expect(widget.getByText('Lou Customer')).toBeVisible()
  await expect(widget.getByText('Continue as')).toBeHidden()
})

test('a link asks before it replaces a session', async ({ page, own, hosts, sign }) => {
  expect(hosts).toBeTruthy()
  await signInOn(page, own, 'member@example.com')
  await page.goto(`${own.url}/auth/own?token=${await sign(newCustomer('Max Customer'))}&next=/bugs`)
  await expect(page.getByText("You're signed in as Demo member. Continue as Max Customer?")).toBeVisible()
  await page.getByRole('button', { name: 'Continue as Max Customer' }).click()
  await expect(page).toHaveURL(`${own.url}/bugs`)
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByText('Max Customer', { exact: true })).toBeVisible()
})

test('a link names the account that it opens, not the address in its token', async ({
  page,
  own,
  hosts,
  sign,
}) => {
  expect(hosts).toBeTruthy()
  const kim = newCustomer('Kim Customer')
  const follow = async (token: Customer) =>
    page.goto(`${own.url}/auth/own?token=${await sign(token)}&next=/bugs`)
  await follow(kim)
  await page.getByRole('button', { name: 'Continue as Kim Customer' }).click()
  await expect(page).toHaveURL(`${own.url}/bugs`)
  await page.context().clearCookies()
  const claimed = { ...kim, email: 'member@example.com', name: 'Demo member' }
  await follow(claimed)
  await expect(page.getByText(kim.email)).toBeVisible()
  await expect(page.getByText(claimed.email)).toBeHidden()
  await signInOn(page, own, 'member@example.com')
  await follow(claimed)
  await expect(page.getByText("You're signed in as Demo member. Continue as Kim Customer?")).toBeVisible()
  // The widget asks the same question.
  product.person = claimed
  const widget = await open(page, hosts.sameSite)
  await expect(widget.getByText("You're signed in as Demo member. Continue as Kim Customer?")).toBeVisible()
})

for (const where of ['sameSite', 'elsewhere'] as const)
  test(`signing out of the product signs out of the widget, ${where}`, async ({ page, hosts, sql }) => {
    product.person = newCustomer('Kim Customer')
    const widget = await open(page, hosts[where])
    await expect(widget.getByText('Kim Customer')).toBeVisible()
    await signOut(page)
    await expect(widget.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await sessionCookiesOf(page)).toEqual([])
    // Also before anyone has opened it, and then nothing is shown.
    await open(page, hosts[where])
    await expect(widget.getByText('Kim Customer')).toBeVisible()
    await page.reload()
    await page.waitForFunction(() => 'Signpost' in window)
    await signOut(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await sessionCookiesOf(page)).toEqual([])
    const left = await sql`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${product.person.email}`
    expect(left).toHaveLength(0)
  })

test('signing out of the product keeps a session that began on the site', async ({ page, own, hosts }) => {
  product.person = null
  await signInOn(page, own, 'member@example.com')
  const widget = await open(page, hosts.sameSite)
  await expect(widget.getByText('Demo member')).toBeVisible()
  await signOut(page)
  await page.reload()
  await open(page, hosts.sameSite)
  await expect(widget.getByText('Demo member')).toBeVisible()
})

test('the frame offers no sign-in with other sites, whose pages can’t be framed', async ({
  page,
  own,
  hosts,
}) => {
  product.person = null
  const widget = await open(page, hosts.elsewhere)
  await widget.getByRole('button', { name: 'Sign in' }).click()
  await expect(widget.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  await expect(widget.getByRole('button', { name: 'Continue with GitHub' })).toBeHidden()
  await page.goto(own.url)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible()
})

test('the frame asks for a second factor, and its session is renewed', async ({ page, hosts, sql }) => {
  product.person = newCustomer('Kim Customer')
  const widget = await open(page, hosts.elsewhere)
  await expect(widget.getByText('Kim Customer')).toBeVisible()
  const key = new Secret({ size: 20 })
  // Adding one takes a recent sign-in on the site itself.
  await sql`
    insert into auth.sessions (id, user_id, aal, created_at, updated_at)
    select gen_random_uuid(), u.id, 'aal1', now(), now() from auth.users u where u.email = ${product.person.email}`
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
    select gen_random_uuid(), u.id, '', 'totp', 'verified', ${key.base32} from auth.users u where u.email = ${product.person.email}`
  await page.context().clearCookies()
  await page.reload()
  await open(page, hosts.elsewhere)
  const codeOf = (steps: number) =>
    new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 })
  await expect(widget.getByText('Enter the code from your authenticator app.')).toBeVisible()
  await expect(widget.getByText('Kim Customer')).toBeHidden()
  await widget.getByLabel('Code').fill(codeOf(-1) === '000000' ? '111111' : '000000')
  await widget.getByRole('button', { name: 'Continue' }).click()
  await expect(widget.getByText('Wrong code.')).toBeVisible()
  await widget.getByLabel('Code').fill(codeOf(0))
  await widget.getByRole('button', { name: 'Continue' }).click()
  await expect(widget.getByText('Kim Customer')).toBeVisible()

  // The product now gives no token, so the frame only has its session, which is due for renewal.
  product.person = null
  const before = await sessionCookiesOf(page)
  expect(
    before.map(({ partitionKey, sameSite, secure }) => [Boolean(partitionKey), sameSite, secure]),
  ).toEqual(before.map(() => [true, 'None', true]))
  // Leave the page first: a request of its frame that is still on its way would set the cookie again.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'signpost-fresh' })
  await page.context().addCookies(expireCookies(before))
  await open(page, hosts.elsewhere)
  await expect(widget.getByText('Kim Customer')).toBeVisible()
  const after = await sessionCookiesOf(page)
  expect(readSession(after).refresh_token).not.toBe(readSession(before).refresh_token)
  expect(after.every(({ partitionKey, sameSite }) => partitionKey && sameSite === 'None')).toBe(true)
  expect(await frameOf(page).evaluate(() => document.cookie)).toContain('-auth-token')
})

test('a site that isn’t listed learns at once why it can’t show the widget', async ({ browser, own }) => {
  const unlisted = await serveHostPage({
    html: `<!doctype html><title>Unlisted</title><script src="${own.url}/widget.js" async></script>`,
  })
  const told: string[] = []
  // The console reports the refusal, which this test expects.
  const page = await browser.newPage()
  page.on('console', (message) => told.push(message.text()))
  await page.goto(unlisted.url)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(page.getByRole('status')).toHaveText("This can't be shown here.", { timeout: 4_000 })
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
  expect(told).toContain(
    `Signpost: The widget didn't load. Is ${unlisted.url} listed under Dashboard > Settings > Widget?`,
  )
  await page.close()
  await unlisted.stop()
})

test('refusals and errors at the widget’s addresses also limit who may frame them', async ({
  own,
  hosts,
  sql,
  page,
  request,
  allowedStatuses,
}) => {
  const policies = async (method: string, path: string, headers = {}) => {
    const answer = await request.fetch(own.url + path, { method, headers, maxRedirects: 0 })
    const all = answer.headersArray().filter(({ name }) => /content-security-policy/i.test(name))
    return [answer.status(), all.map(({ value }) => /frame-ancestors [^;]*/.exec(value)?.[0]).join()]
  }
  const listed = `frame-ancestors ${Object.values(hosts)
    .map(({ url }) => url)
    .join(' ')}`
  for (const path of ['/embed', '/embed/write'])
    await expect.poll(() => policies('GET', path), { timeout: 60_000 }).toEqual([200, listed])
  expect(await policies('PUT', '/embed')).toEqual([405, listed])
  expect(await policies('POST', '/embed/write', { origin: 'https://evil.example' })).toEqual([403, listed])
  expect(await policies('POST', '/embed', { origin: own.url, 'next-action': '0' })).toEqual([400, listed])
  await sql`alter function public.list_categories rename to list_categories_before`
  await own.passTime()
  await expect.poll(async () => (await policies('GET', '/embed/write'))[0]).toBe(500)
  expect(await policies('GET', '/embed/write')).toEqual([500, listed])

  // A view that fails keeps the widget’s frame around it, and no link leads out of the widget.
  product.person = null
  allowedStatuses.add(500)
  await page.goto(hosts.elsewhere.url)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const widget = widgetOf(page)
  await expect(widget.getByRole('alert').filter({ hasText: "That didn't work." })).toBeVisible()
  await expect(widget.getByRole('navigation', { name: 'Widget' })).toBeVisible()
  await sql`alter function public.list_categories_before rename to list_categories`
  await widget.getByRole('button', { name: 'Try again' }).click()
  await expect(widget.getByRole('searchbox')).toBeVisible()
  await expect(widget.getByRole('contentinfo')).toHaveCount(0)
  await expect(widget.locator('body > header')).toHaveCount(0)
})
