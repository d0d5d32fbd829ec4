import { expect, test } from './fixtures'
import { holdScripts } from './late-scripts'
import { createPerson, signIn, sql } from './people'

test('the account menu has a title, links to the settings, and signing out there leads home', async ({
  page,
  context,
}) => {
  const person = await createPerson()
  await signIn(page, person)
  await page.goto('/')
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByRole('menu')).toContainText('My account')
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  const heading = page.getByRole('heading', { level: 1, name: 'Settings' })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
  await expect(page.getByText('Password forget?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reset it.' })).toHaveAttribute('href', '/forgot-password')
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL('/')
})

test(
  'a members’ page redirects when the session ends before its scripts load',
  { tag: ['@desk', '@long'] },
  async ({ page, context }) => {
    await signIn(page, await createPerson())
    const scripts = await holdScripts(page)
    await page.goto('/settings', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await context.clearCookies()
    scripts.release()
    await expect(page).toHaveURL('/')
  },
)

test('the dialog links its sections with the right labels @long', async ({ page }) => {
  await page.goto('/?auth=sign-in')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText("Don't have an account? Sign up")
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await expect(dialog).toContainText('Already have an account? Sign in')
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(dialog).toContainText('Remembered your password? Sign in')
  await page.goto('/?auth=reset-password')
  await expect(page.getByRole('dialog', { name: 'Reset password' })).toContainText(
    'open the link in your email',
  )
})

test('signing in without an email or password shows what is missing @long', async ({ page }) => {
  await page.goto('/?auth=sign-in')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('kim@example.com')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(
    dialog.getByText('You must provide either an email or phone number and a password', { exact: true }),
  ).toBeVisible()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await dialog.getByLabel('Email').fill('')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByText('Enter your password.')).toBeVisible()
  await expect(dialog.getByText('You must provide either an email')).toHaveCount(1)
})

test('a signed-in browser alone cannot set a new password', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person)
  await page.goto('/reset-password')
  await expect(page.getByText('open the link in your email first')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
})

test('an account from another provider is deleted without a password @long', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person)
  await sql`update auth.users set encrypted_password = null where id = ${person.id}`
  await page.goto('/settings')
  await expect(page.getByText("You don't have a password yet.")).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/auth/goodbye')
  await expect.poll(async () => (await sql`select 1 from auth.users where id = ${person.id}`).length).toBe(0)
})

test('an account with a password is deleted only with it', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  expect((await sql`select 1 from auth.users where id = ${person.id}`).length).toBe(1)
})
