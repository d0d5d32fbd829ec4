import { expect, test } from './fixtures'
import { createPerson, signInByDialog, sql } from './people'
import { cookieName, cookieOf, get, sessionOf } from './session-requests'

test('a session too long for one cookie is stored in several @long', async ({ page, context }) => {
  const person = await createPerson()
  await sql`
    update auth.users set raw_user_meta_data = ${sql.json({ name: 'Long', about: 'x'.repeat(1_500) })}
    where id = ${person.id}`
  await page.goto('/')
  await signInByDialog(page, person)
  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith(cookieName))
  expect(
    cookies
      .map(({ name }) => name)
      .toSorted()
      .slice(0, 2),
  ).toEqual([`${cookieName}.0`, `${cookieName}.1`])
  for (const { value } of cookies) expect(value.length).toBeLessThanOrEqual(3_180)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('an invalid code is refused with a page that explains it @long', async ({ page, allowedStatuses }) => {
  allowedStatuses.add(400).add(404)
  await page.goto('/auth/callback?code=11111111-2222-4333-8444-555555555555')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a session planted by someone else does not replace the person’s own @long', async ({
  page,
  context,
  request,
}) => {
  const [attacker, person] = [await createPerson({ name: 'Planted' }), await createPerson()]
  const planted = cookieOf(await sessionOf(attacker))
  const value = planted.slice(cookieName.length + 1)
  await page.goto('/')
  await context.addCookies([{ name: cookieName, value, url: page.url() }])
  await page.reload()
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInByDialog(page, person)
  const own = (await context.cookies()).filter(({ name }) => name.startsWith(cookieName))
  expect(own.length).toBeGreaterThan(0)
  expect(own.map(({ value }) => value).join('')).not.toBe(value)
  const { viewer } = await (await get(request, '/api/viewer', planted)).json()
  expect(viewer?.id).not.toBe(person.id)
})

test('the tokens of a link are removed from the address, also when a later step fails @long', async ({
  page,
}) => {
  const person = await createPerson()
  const { access_token, refresh_token } = await sessionOf(person)
  // Too old to set a password with.
  await sql`update auth.sessions set created_at = now() - interval '2 hours' where user_id = ${person.id}`
  await page.goto(`/#${new URLSearchParams({ access_token, refresh_token, type: 'invite' })}`)
  await expect(page).toHaveURL('/auth/callback')
  await page.getByLabel('Name').fill('Nora Lin')
  await page.getByLabel('Password', { exact: true }).fill('a new long password')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sign in again' })).toBeVisible()
  await expect(page).toHaveURL('/auth/callback')
})

test('a person who came by a link can sign out on the page it opened @long', async ({ page }) => {
  const { access_token, refresh_token } = await sessionOf(await createPerson())
  await page.goto(`/#${new URLSearchParams({ access_token, refresh_token, type: 'magiclink' })}`)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('after signing in, the code is removed from the address @long', async ({ page }) => {
  const person = await createPerson()
  await page.goto('/new-features?code=abc&sort=newest')
  await signInByDialog(page, person)
  await expect(page).toHaveURL('/new-features')
})

test('signing in with another provider starts there and returns here @long', async ({ page }) => {
  await page.route('**/auth/v1/authorize?*', (route) => route.fulfill({ body: 'The other site' }))
  await page.goto('/?auth=sign-in&next=%2Fsettings')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeHidden()
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(page.getByText('The other site')).toBeVisible()
  const { searchParams } = new URL(page.url())
  const back = new URL(searchParams.get('redirect_to')!)
  expect(searchParams.get('provider')).toBe('github')
  expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  expect(back.origin + back.pathname).toBe(`${process.env.TEST_SITE_URL}/auth/callback`)
  expect(back.searchParams.get('next')).toBe('/settings')
})

test('an account from another provider without an email address is signed in @long', async ({
  page,
  context,
}) => {
  const person = await createPerson({ name: 'No Address' })
  const session = await sessionOf(person)
  await sql`update auth.users set email = null, encrypted_password = '' where id = ${person.id}`
  const kept = cookieOf({ ...session, user: { ...session.user, email: undefined } })
  await context.addCookies([
    { name: cookieName, value: kept.slice(cookieName.length + 1), url: process.env.TEST_SITE_URL! },
  ])
  await page.goto('/')
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('No Address')
  await expect(page.getByLabel('Email')).toBeHidden()
  await expect(page.getByText("You don't have a password yet.")).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
})
