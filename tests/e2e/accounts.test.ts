import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import {
  clientOf,
  createPerson,
  fillSignIn,
  linkInMail,
  password,
  signIn,
  signInByDialog,
  sql,
} from './people'

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

test('a person signs up, confirms by mail, signs out and in again', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/new-features')
  await page.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up' })
  await dialog.getByLabel('Name').fill('Kim Beispiel')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText('We have sent a mail to')).toBeVisible()

  const link = await linkInMail(email, 'Confirm your e-mail address')
  await page.request.get(link)
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(page.getByText('Your e-mail address is confirmed.', { exact: true }).first()).toBeVisible()

  await page.goto('/new-features')
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByText('Kim Beispiel')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL('/new-features')

  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This link has expired or was used already.')).toBeVisible()
})

test('mistakes in a form are said at their fields and lose nothing', async ({ page }) => {
  await page.goto('/?auth=sign-up')
  const dialog = page.getByRole('dialog', { name: 'Sign up' })
  await dialog.getByLabel('Name').fill('Kim')
  await dialog.getByLabel('E-mail').fill('not an address')
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  await dialog.getByLabel('Repeat password').fill('other')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText('This is not an e-mail address.')).toBeVisible()
  await expect(dialog.getByText('Use at least 8 characters.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Kim')
  await expect(dialog.getByLabel('E-mail')).toBeFocused()
  await expectAccessible(page)
})

test('a wrong password is refused in words that fit an unknown address as well', async ({ page }) => {
  const person = await createPerson()
  for (const email of [person.email, `${randomUUID()}@example.com`]) {
    await page.goto('/?auth=sign-in')
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog.getByText(/^E-mail or password is not right/)).toBeVisible()
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email)
  }
})

test('the ninth attempt has to wait', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/?auth=sign-in')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
  const button = dialog.getByRole('button', { name: 'Sign in', exact: true })
  for (let attempt = 0; attempt < 8; attempt++) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await button.click()
    await answered
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  }
  await button.click()
  await expect(dialog.getByText(/Too many attempts. Try again in \d+ minutes./)).toBeVisible()
})

test('the dialog keeps the focus, closes with Escape and gives the focus back', async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('dialog', { name: 'Forgot password' })).toContainText(
    'Remembered your password?',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a forgotten password is replaced by mail, and other devices are signed out', async ({ page }) => {
  const person = await createPerson()
  const elsewhere = await clientOf(person)

  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('has an account, a mail with a link is on its way')).toBeVisible()
  const link = await linkInMail(person.email, 'Choose a new password')
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL('/reset-password')
  await expectAccessible(page)
  await page.getByLabel('New password').fill('a new long password')
  await page.getByLabel('Repeat password').fill('a new long password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your password is changed.').first()).toBeVisible()
  const [row] = await sql`select count(*)::int as sessions from auth.sessions where user_id = ${person.id}`
  expect(row!.sessions).toBe(1)
  expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
})

test('settings: name, password, data', async ({ page }) => {
  const person = await createPerson({ name: 'Before' })
  await page.goto('/settings')
  await fillSignIn(page, person)
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('readonly')
  await page.getByRole('textbox', { name: 'Name' }).fill('After')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your name is saved.').first()).toBeVisible()

  await page.getByLabel('Current password').fill('wrong password')
  await page.getByLabel('New password').fill('a new long password')
  await page.getByLabel('Confirm password').fill('a new long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('a new long password')
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed.').first()).toBeVisible()

  const data = await (await page.request.get('/settings/export')).json()
  expect(data.profile).toMatchObject({ name: 'After', email: person.email })
})

test('a deleted account leaves no name behind', async ({ page }) => {
  const person = await createPerson({ name: 'Gone Tomorrow' })
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${person.id}, ${`Kept ${person.id}`}, '' from public.categories where slug = 'bugs' returning slug`
  await signIn(page, person)
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.goto(`/bugs/${post!.slug}`)
  await expect(page.getByText('Deleted user').first()).toBeVisible()
  expect((await sql`select 1 from auth.users where id = ${person.id}`).length).toBe(0)
  expect(await page.content()).not.toContain('Gone Tomorrow')
})

test('two tabs agree on who is signed in', async ({ page, context }) => {
  const person = await createPerson()
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/new-features')
  await signInByDialog(page, person)
  await expect(other.getByRole('button', { name: 'My account' })).toBeVisible()
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('the dashboard does not exist for members, and only admins see its entry', async ({
  page,
  allowedStatuses,
}, { project }) => {
  allowedStatuses.add(404)
  const member = await createPerson()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/auth=sign-in&next=%2Fdashboard/)
  await fillSignIn(page, member)
  await expect(page.getByText('Page not found: /dashboard')).toBeVisible()
  expect((await page.goto('/dashboard'))!.status()).toBe(404)
  await sql`insert into public.roles (user_id, role) values (${member.id}, 'admin')`
  expect((await page.goto('/dashboard'))!.status()).toBe(200)
  if (project.name === 'desk') {
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(['Dashboard', 'Roadmap', 'Feedback'])
  }
  await sql`delete from public.roles where user_id = ${member.id}`
  expect((await page.goto('/dashboard'))!.status()).toBe(404)
})

test('a network that is gone is tried three times, and what was typed stays', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(0)
  const person = await createPerson()
  await page.goto('/new-features?auth=sign-in')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('E-mail').fill(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  let tries = 0
  await page.route('**/new-features*', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    tries += 1
    return route.abort('internetdisconnected')
  })
  const send = dialog.getByRole('button', { name: 'Sign in', exact: true })
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The site cannot be reached. Check your connection and try again.',
  )
  expect(tries).toBe(3)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(person.email)
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password)
  await page.unrouteAll()
  await send.click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
})

test('nothing that a person signs in with stands in the log', async ({ page, context }) => {
  const person = { name: `Secret ${randomUUID()}`, email: `${randomUUID()}@example.com` }
  const [first, wrong, second] = [randomUUID(), randomUUID(), randomUUID()]
  await page.goto('/?auth=sign-up')
  const signUp = page.getByRole('dialog', { name: 'Sign up' })
  await signUp.getByLabel('Name').fill(person.name)
  await signUp.getByLabel('E-mail').fill(person.email)
  await signUp.getByLabel('Password', { exact: true }).fill(first)
  await signUp.getByLabel('Repeat password').fill(first)
  await signUp.getByRole('button', { name: 'Sign up', exact: true }).click()
  const confirmation = await linkInMail(person.email, 'Confirm your e-mail address')
  await page.goto(confirmation)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  const sessions = await context.cookies()
  await context.clearCookies()

  await page.goto('/?auth=sign-in')
  const signIn = page.getByRole('dialog', { name: 'Sign in' })
  await signIn.getByLabel('E-mail').fill(person.email)
  await signIn.getByLabel('Password', { exact: true }).fill(wrong)
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(signIn.getByText(/^E-mail or password is not right/)).toBeVisible()

  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const recovery = await linkInMail(person.email, 'Choose a new password')
  await page.goto(recovery)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByLabel('New password').fill(second)
  await page.getByLabel('Repeat password').fill(second)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your password is changed.').first()).toBeVisible()
  // A link used twice is an error of its own.
  await page.goto(recovery)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByText('This link has expired or was used already.')).toBeVisible()

  const hashes = [confirmation, recovery].map((link) => new URL(link).searchParams.get('token_hash')!)
  const tokens = [...sessions, ...(await context.cookies())]
    .filter(({ name }) => name.endsWith('-auth-token'))
    .flatMap(({ value }) => {
      const session = JSON.parse(Buffer.from(value.replace('base64-', ''), 'base64url').toString())
      return [value, session.access_token as string, session.refresh_token as string]
    })
  expect(tokens).toHaveLength(6)
  const log = readFileSync(process.env.TEST_SITE_LOG!, 'utf8')
  expect(log).toContain('Ready in')
  for (const secret of [person.name, person.email, first, wrong, second, ...hashes, ...tokens]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(log.includes(secret), secret).toBe(false)
  }
})
