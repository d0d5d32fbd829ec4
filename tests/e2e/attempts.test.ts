import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures'
import { readSession, sessionParts } from '../support/session-cookies'
import { createPerson, linkInMail, password } from './people'

test('a wrong password and an unknown address get the same message', async ({ page }) => {
  const person = await createPerson()
  for (const email of [person.email, `${randomUUID()}@example.com`]) {
    await page.goto('/?auth=sign-in')
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog.getByText(/^Wrong email or password/)).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
  }
})

test('the ninth attempt from one network must wait, while other networks go on @long', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  const network = randomUUID().slice(0, 4)
  const comeFrom = (host: string) =>
    page.setExtraHTTPHeaders({ 'x-forwarded-for': `2001:db8:${network}:${host}::1` })
  await comeFrom('1')
  await page.goto('/?auth=sign-in')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
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
  await comeFrom('2')
  await button.click()
  await expect(dialog.getByText(/^Wrong email or password/)).toBeVisible()
})

test('a lost connection is retried three times, and typed text stays @long', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(0)
  const person = await createPerson()
  await page.goto('/new-features?auth=sign-in')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(person.email)
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
    "Can't reach the site. Check your connection and try again.",
  )
  expect(tries).toBe(3)
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(password)
  await page.unrouteAll()
  await send.click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
})

test('no credentials appear in the log @long', async ({ page, context }) => {
  const person = { name: `Secret ${randomUUID()}`, email: `${randomUUID()}@example.com` }
  const [first, wrong, second] = [randomUUID(), randomUUID(), randomUUID()]
  await page.goto('/?auth=sign-up')
  const signUp = page.getByRole('dialog')
  await signUp.getByLabel('Name').fill(person.name)
  await signUp.getByLabel('Email').fill(person.email)
  await signUp.getByLabel('Password', { exact: true }).fill(first)
  await signUp.getByLabel('Repeat password').fill(first)
  await signUp.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(signUp.getByText("we've sent it a link")).toBeVisible()
  const confirmation = await linkInMail(person.email, 'Confirm your email address')
  await page.goto(confirmation)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  const sessions = await context.cookies()
  await context.clearCookies()

  await page.goto('/?auth=sign-in')
  const signIn = page.getByRole('dialog', { name: 'Sign in' })
  await signIn.getByLabel('Email').fill(person.email)
  await signIn.getByLabel('Password', { exact: true }).fill(wrong)
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(signIn.getByText(/^Wrong email or password/)).toBeVisible()

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  const recovery = await linkInMail(person.email, 'Choose a new password')
  await page.goto(recovery)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByLabel('New password').fill(second)
  await page.getByLabel('Repeat password').fill(second)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password changed.').first()).toBeVisible()
  // A link used twice gives a different error.
  await page.goto(recovery)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()

  const hashes = [confirmation, recovery].map((link) => new URL(link).searchParams.get('token_hash')!)
  const tokens = [sessions, await context.cookies()].flatMap((cookies) => {
    const { access_token, refresh_token } = readSession(cookies)
    return [sessionParts(cookies)[0]!.value, access_token, refresh_token]
  })
  const log = readFileSync(process.env.TEST_SITE_LOG!, 'utf8')
  expect(log).toMatch(/Ready in|is ready on/)
  for (const secret of [person.name, person.email, first, wrong, second, ...hashes, ...tokens]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(log.includes(secret), secret).toBe(false)
  }
})
