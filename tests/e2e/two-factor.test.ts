import { Secret, TOTP } from 'otpauth'
import type { Page, Route } from 'playwright/test'
import { expect, test } from './fixtures'
import { expectAccessible } from './accessible'
import {
  codeInMail,
  createPerson,
  fillSignIn,
  password,
  type Person,
  signIn,
  signInByDialog,
  sql,
} from './people'
import { createPost } from './posts'

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

const section = (page: Page) => page.locator('#two-factor')

/** Turns it on in the settings, as its owner does. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/settings')
  const part = section(page)
  await part.getByRole('button', { name: 'Set up' }).click()
  await part.getByLabel('Password').fill(password)
  await part.getByRole('button', { name: 'Continue' }).click()
  const picture = part.getByRole('img', { name: 'QR code' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const secret = (await part.getByRole('code').textContent())!.replaceAll(/\s/g, '')
  await part.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await part.getByRole('button', { name: 'Turn on' }).click()
  const list = part.getByRole('list', { name: 'Recovery codes' })
  await expect(list).toBeVisible()
  await expect(part).toBeFocused()
  const codes = await list.getByRole('listitem').allTextContents()
  await part.getByRole('button', { name: "I've saved them" }).click()
  await expect(part).toContainText('You have 10 recovery codes left.')
  await expect(part).toBeFocused()
  return { secret, codes }
}

test('with a second factor, an emailed code is not enough @long', async ({ page }) => {
  const person = await createOwner(page)
  const { secret } = await setUp(page)
  await signOut(page)
  await page.goto('/bugs')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await dialog.getByLabel('Email').fill(person.email)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code').fill(await codeInMail(person.email))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/code\?/)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/bugs')
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
}

const eventsOf = async ({ id }: Person) =>
  (
    await sql`select about ->> 'event' as event from private.mails where person_id = ${id} and kind = 'account' order by id`
  ).map(({ event }) => event as string)

async function createOwner(page: Page): Promise<Person> {
  const person = await createPerson()
  await sql`update auth.users set email_confirmed_at = now() - interval '1 day' where id = ${person.id}`
  await signIn(page, person)
  return person
}

const letPass = ({ id }: Person) =>
  sql`update auth.sessions set created_at = created_at - interval '1 hour' where user_id = ${id}`

test('an account without a password gets one after a recent sign-in, and no second factor after an old one @long', async ({
  page,
}) => {
  const person = await createOwner(page)
  await sql`update auth.users set encrypted_password = '' where id = ${person.id}`
  await letPass(person)
  await page.goto('/settings')
  await expect(page.getByText('To add one, sign in again or get a link by email.')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
  await expect(section(page)).toContainText('To set up two-factor authentication, sign out, sign in again')
  await expect(section(page).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  await sql`update auth.sessions set created_at = now() where user_id = ${person.id}`
  await page.reload()
  const chosen = 'another horse battery'
  await page.getByLabel('New password').fill(chosen)
  await page.getByLabel('Repeat password').fill('another')
  await page.keyboard.press('Enter')
  await expect(page.getByText("The passwords don't match.")).toBeVisible()
  await page.getByLabel('Repeat password').fill(chosen)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Current password')).toBeVisible()
  expect(await eventsOf(person)).toContain('password')
  await page.getByLabel('Current password').fill(chosen)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.').first()).toBeVisible()
})

test('a second factor is set up, required at sign-in, and turned off with a code', async ({ page }) => {
  const person = await createOwner(page)
  // The password counts as a new sign-in.
  await letPass(person)
  const { secret } = await setUp(page)
  await expectAccessible(page)

  await signOut(page)
  const post = await createPost(null)
  await page.goto(post.path)
  await page.getByRole('button', { name: /^Vote/ }).first().click()
  await fillSignIn(page, person)
  await expect(page).toHaveURL(/\/settings\/code\?/)
  await expectAccessible(page)
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type(codeOf(secret, 7))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong code.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  // Nothing of the account is accessible until then.
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/settings\/code\?next=%2Fsettings/)
  await page.goBack()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(post.path)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect
    .poll(async () => (await sql`select from public.votes where user_id = ${person.id}`).length)
    .toBe(1)

  await page.goto('/settings')
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await section(page).getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible()
  expect(await eventsOf(person)).toEqual(expect.arrayContaining(['factor-added', 'factor-removed']))
})

test('a slow answer about the replaced session signs no one out @desk @long', async ({ page }) => {
  await createOwner(page)
  const isSetUp = Promise.withResolvers<void>()
  const answerOnceSetUp = async (route: Route) => {
    const headers = await route.request().allHeaders()
    await isSetUp.promise
    await route.fulfill({ response: await route.fetch({ headers }) })
  }
  // The page then asks again, with the new session.
  await page.route('/api/viewer', answerOnceSetUp, { times: 1 })
  await page.goto('/settings')
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await section(page).getByLabel('Password').fill(password)
  await section(page).getByRole('button', { name: 'Continue' }).click()
  const secret = await section(page).getByRole('code').textContent()
  const answered = page.waitForResponse('/api/viewer')
  isSetUp.resolve()
  await answered
  await section(page)
    .getByLabel('Code', { exact: true })
    .fill(codeOf(secret!.replaceAll(/\s/g, '')))
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(section(page).getByRole('list', { name: 'Recovery codes' })).toBeVisible()
})

test('a person who lost the device signs in with a recovery code, once', async ({ page }) => {
  const person = await createOwner(page)
  const { codes } = await setUp(page)
  await signOut(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, person)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const field = page.getByLabel('Recovery code')
  await field.fill('abcd-efgh-2345')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong code, or it was already used.')).toBeVisible()
  await field.fill(codes[0]!.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings/)
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible()
  expect(await eventsOf(person)).toEqual(expect.arrayContaining(['factor-recovered']))
})

test('a new password needs a code of the second factor, too @long', async ({ page }) => {
  await createOwner(page)
  const { secret } = await setUp(page)
  const form = page.locator('form', { has: page.getByLabel('Current password') })
  await form.getByLabel('Current password').fill(password)
  await form.getByLabel('New password').fill('another horse battery')
  await form.getByLabel('Confirm password').fill('another horse battery')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Enter the code from your authenticator app.')).toBeVisible()
  await form.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.').first()).toBeVisible()
})

test('an old sign-in is renewed with the password and a code @long', async ({ page }) => {
  const moderator = await createPerson({ moderator: true })
  await signIn(page, moderator)
  const { secret } = await setUp(page)
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${moderator.id}`
  await page.goto('/dashboard/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const form = page.getByRole('form', { name: 'API key' })
  await form.getByLabel('Name').fill('Support desk')
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByRole('button', { name: 'Sign in again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  const code = dialog.getByLabel('Code from your authenticator app')
  await expect(code).toHaveAccessibleDescription('Enter the code from your authenticator app.')
  await code.fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'API key created' })).toBeVisible()
})

test('another device is listed and signed out @long', async ({ page, browser }) => {
  const person = await createOwner(page)
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const there = await phone.newPage()
  await there.goto('/')
  await signInByDialog(there, person)
  await page.goto('/settings')
  const part = page.locator('#sessions')
  await expect(part).toContainText('This device')
  await expect(part).toContainText('Safari on iPhone')
  await part.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(part).not.toContainText('Safari on iPhone')
  await expect(part).toBeFocused()
  await there.goto('/settings')
  await expect(there).not.toHaveURL('/settings')
  await phone.close()
})
