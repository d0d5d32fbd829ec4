import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { startOwnSite } from './own-site'
import { codeInMail, linkInMail, password } from './people'

// A site whose operator has not set SUPABASE_SECRET_KEY.
test.describe.configure({ mode: 'default' })

let own: Awaited<ReturnType<typeof startOwnSite>>
test.beforeAll(async () => {
  own = await startOwnSite({ env: { SUPABASE_SECRET_KEY: '' } })
})
test.afterAll(() => own.stop())

const open = (page: Page, path: string) => page.goto(own.url + path)
const account = (page: Page) => page.getByRole('button', { name: 'My account', exact: true })

async function signOut(page: Page) {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(account(page)).toBeHidden()
}

async function signIn(page: Page, email: string) {
  await open(page, '/?auth=sign-in')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('a person signs up with name and password, sets up a second factor and signs out another device', async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`
  await open(page, '/?auth=sign-up')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Kim')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByLabel('Code')).toBeVisible()
  const link = new URL(await linkInMail(email, 'Confirm your email address', own.backend.mailbox))
  await open(page, link.pathname + link.search + link.hash)
  await page.getByLabel('Name').fill('Kim')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(account(page)).toBeVisible()

  await open(page, '/settings')
  await expect(page.locator('#sessions')).toContainText('This device')
  const part = page.locator('#two-factor')
  await part.getByRole('button', { name: 'Set up' }).click()
  await part.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  const secret = (await part.getByRole('code').textContent())!.replaceAll(/\s/g, '')
  const codeNow = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  await part.getByLabel('Code', { exact: true }).fill(codeNow())
  await page.keyboard.press('Enter')
  await part.getByRole('button', { name: "I've saved them" }).click()
  await signOut(page)
  await signIn(page, email)
  await page.getByLabel('Code', { exact: true }).fill(codeNow(1))
  await page.keyboard.press('Enter')
  await expect(account(page)).toBeVisible()
})

test('a person signs up with an emailed code and adds a password', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await open(page, '/?auth=sign-in')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await dialog.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code').fill(await codeInMail(email, own.backend.mailbox))
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').fill('Kim')
  await page.keyboard.press('Enter')
  await expect(account(page)).toBeVisible()
  await open(page, '/settings')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Current password')).toBeVisible()
  await signOut(page)
  await signIn(page, email)
  await expect(account(page)).toBeVisible()
})
