import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { companySignIn } from '../support/captcha-gate'
import { expect, test } from './fixtures'
import { password, typeSignIn } from './people'
import {
  box,
  createAccount,
  createPost,
  failed,
  first,
  gate,
  own,
  scripts,
  signIn,
  sql,
  useSite,
} from './captcha-site'

// A site with a CAPTCHA and an auth service that requires one. Only the provider’s script is a fake.
test.describe.configure({ mode: 'default' })

test.describe('with Turnstile', () => {
  useSite('turnstile')

  test('nothing loads before a form needs it; then a person signs in', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const email = await createAccount()
    await page.goto(`${own.url}/search?q=dark`)
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    const { send } = await typeSignIn(page, email)
    await expect(box(page)).toBeVisible()
    expect(await page.evaluate(() => (window as never as { rendered: object[] }).rendered[0])).toMatchObject({
      sitekey: 'key-of-the-site',
      theme: 'light',
    })
    const opened = asked.findIndex((url) => url.startsWith(scripts.turnstile))
    expect(asked.slice(0, opened).some((url) => url.includes('cloudflare'))).toBe(false)
    await box(page).check()
    await send.click()
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    expect(gate).toMatchObject({ passed: ['token?grant_type=password'], refused: [], unchecked: [] })
  })

  test('a wrong password uses up the token, and the next one is requested at once', async ({ page }) => {
    const email = await createAccount()
    await page.goto(`${own.url}/search?auth=sign-in`)
    const { dialog, send } = await typeSignIn(page, email, 'wrong password')
    await box(page).check()
    await send.click()
    await expect(dialog.getByText(/^Wrong email or password/)).toBeVisible()
    await expect(box(page)).not.toBeChecked()
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await box(page).check()
    await send.click()
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    expect(gate.passed).toHaveLength(2)
    expect(gate.refused).toEqual([])
  })

  test('a failed check shows an error next to it, and typed text stays', async ({ page }) => {
    const email = await createAccount()
    await page.goto(`${own.url}/search?auth=sign-in`)
    const { dialog, send } = await typeSignIn(page, email)
    await page.evaluate(() => Object.assign(window, { isRobot: true }))
    await box(page).check()
    await send.click()
    const check = dialog.getByRole('group', { name: 'Bot check' })
    await expect(check.getByRole('alert')).toHaveText(failed)
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.evaluate(() => Object.assign(window, { isRobot: false }))
    await box(page).check()
    await send.click()
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    expect(gate.refused).toHaveLength(1)
  })

  test('a form submitted early is sent once the check passes, by keyboard alone', async ({ page }) => {
    const email = await createAccount()
    await page.goto(`${own.url}/search?auth=sign-in`)
    const { dialog } = await typeSignIn(page, email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert').filter({ hasText: first })).toBeVisible()
    expect(gate.refused).toEqual([])
    await expect(box(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Forgot password?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    expect(gate.passed).toHaveLength(1)
  })

  test('signing up, resetting a password and requesting another confirmation link need the check', async ({
    page,
  }) => {
    const email = `${randomUUID()}@example.com`
    await page.goto(`${own.url}/search?auth=sign-up`)
    const signUp = page.getByRole('dialog')
    await signUp.getByLabel('Name').fill('Kim')
    await signUp.getByLabel('Email').fill(email)
    await signUp.getByLabel('Password', { exact: true }).fill(password)
    await signUp.getByLabel('Repeat password').fill(password)
    await box(page).check()
    await signUp.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(signUp.getByText("we've sent it a link")).toBeVisible()
    expect(gate.passed).toEqual(['signup'])

    await page.goto(`${own.url}/search?auth=sign-in`)
    const { dialog, send } = await typeSignIn(page, email)
    await box(page).check()
    await send.click()
    await dialog.getByRole('button', { name: 'Resend the confirmation link' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: first })).toBeVisible()
    await box(page).check()
    await expect(
      dialog.getByText("If this address still needs confirming, we've sent a new link"),
    ).toBeVisible()
    expect(gate.passed).toEqual(['signup', 'token?grant_type=password', 'resend'])

    await dialog.getByRole('button', { name: 'Forgot password?' }).click()
    const forgot = page.getByRole('dialog')
    await forgot.getByLabel('Email').fill(email)
    await page.evaluate(() => Object.assign(window, { isRobot: true }))
    await box(page).check()
    await forgot.getByRole('button', { name: 'Send link' }).click()
    await expect(forgot.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isRobot: false }))
    await box(page).check()
    await forgot.getByRole('button', { name: 'Send link' }).click()
    await expect(forgot.getByText(/we've sent it a link/)).toBeVisible()
    expect(gate.passed.at(-1)).toBe('recover')
    expect(gate.unchecked).toEqual([])
  })

  test('an emailed code and company sign-in need the check', async ({ page }) => {
    const email = `${randomUUID()}@example.com`
    await page.goto(`${own.url}/search?auth=sign-in`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue with email' }).click()
    await dialog.getByLabel('Email').fill(email)
    await page.evaluate(() => Object.assign(window, { isRobot: true }))
    await box(page).check()
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isRobot: false }))
    await box(page).check()
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(dialog.getByLabel('Code')).toBeFocused()
    await expect(box(page)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Send another code' }).click()
    await box(page).check()
    await expect(dialog.getByText('The code in your newest email works.')).toBeVisible()
    await expect(dialog.getByLabel('Code')).toBeFocused()

    await page.route(companySignIn, (route) => route.fulfill({ contentType: 'text/html', body: 'Company' }))
    await page.goto(`${own.url}/search?auth=sign-in`)
    await dialog.getByRole('button', { name: 'Company sign-in' }).click()
    await dialog.getByLabel('Work email').fill(email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert').filter({ hasText: first })).toBeVisible()
    await box(page).check()
    await expect(page).toHaveURL(companySignIn)
    expect(gate).toMatchObject({ passed: ['otp', 'otp', 'sso'], unchecked: [] })
  })

  test('changing the password and deleting the account each need their own check', async ({ page }) => {
    await signIn(page)
    await page.goto(`${own.url}/settings`)
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill('a new long password')
    await page.getByLabel('Confirm password').fill('a new long password')
    await page.getByRole('button', { name: 'Change password' }).click()
    const checks = page.frameLocator('iframe[title="Are you human?"]')
    await expect(page.getByRole('alert').filter({ hasText: first })).toHaveCount(1)
    await checks.first().getByRole('checkbox').check()
    await expect(page.getByText('Password changed.').first()).toBeVisible()

    await page.getByLabel('Password', { exact: true }).fill('a new long password')
    await checks.last().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(gate).toMatchObject({ refused: [], unchecked: [] })
    expect(gate.passed).toHaveLength(3)
  })

  test('the check follows the color mode', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${own.url}/search?auth=sign-in`)
    await expect(box(page)).toBeVisible()
    const themes = () =>
      page.evaluate(() =>
        (window as never as { rendered: { theme: string }[] }).rendered.map(({ theme }) => theme),
      )
    expect((await themes()).at(-1)).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(async () => (await themes()).at(-1)).toBe('light')
    await expect(page.locator('iframe[title="Are you human?"]')).toHaveCount(1)
  })

  test('a blocked script shows an error and is requested again', async ({ page, allowedStatuses }) => {
    allowedStatuses.add(0)
    await page.route(`${scripts.turnstile}?*`, (route) => route.abort(), { times: 1 })
    await page.goto(`${own.url}/search?auth=sign-in`)
    const check = page.getByRole('group', { name: 'Bot check' })
    await expect(check.getByRole('alert')).toContainText("The bot check didn't load.")
    await check.getByRole('button', { name: 'Try again' }).click()
    await expect(box(page)).toBeVisible()
    await expect(check.getByText("didn't load")).toBeHidden()
  })

  test('a stored page allows the check’s script and frame, and no others', async ({ page, request }) => {
    const path = await createPost()
    for (let look = 0; look < 2; look++) {
      const answer = await request.get(own.url + path)
      const policy = answer.headers()['content-security-policy']
      expect(policy).toMatch(/script-src 'self' 'sha256-[^;]+ https:\/\/challenges\.cloudflare\.com$/)
      expect(await answer.text()).toContain('frame-src https://challenges.cloudflare.com;')
    }
    await signIn(page, path)
    expect(gate.passed).toHaveLength(1)
  })

  test('following a post by email needs the check', async ({ page }) => {
    const address = `${randomUUID()}@example.com`
    const asked = () => sql`select from private.mail_addresses where address = ${address}`
    await page.goto(own.url + (await createPost()))
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Follow “Stored/ })
    await dialog.getByLabel('Email').fill(address)
    await page.evaluate(() => Object.assign(window, { isRobot: true }))
    await box(page).check()
    await dialog.getByRole('button', { name: 'Follow by email' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    expect(await asked()).toHaveLength(0)
    await page.evaluate(() => Object.assign(window, { isRobot: false }))
    await box(page).check()
    await dialog.getByRole('button', { name: 'Follow by email' }).click()
    await expect(dialog.getByText('to start following')).toBeVisible()
    expect(await asked()).toHaveLength(1)
    expect(gate).toMatchObject({ passed: ['token?grant_type=password'], unchecked: [] })
  })
})
