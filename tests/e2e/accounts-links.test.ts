import { createClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { clientOf, codeInMail, createPerson, linkInMail, password, signInByDialog, sql } from './people'

test('a code completes a password sign-up in the browser where it began @long', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/?auth=sign-up')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Kim Beispiel')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  const code = await codeInMail(email)
  await expect(dialog.getByRole('button', { name: 'Continue with email' })).toBeHidden()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await page.context().clearCookies()
  await page.goto('/')
  await signInByDialog(page, { id: '', email, name: '' })
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByText('Kim Beispiel')).toBeVisible()
})

test('another code is sent at once, and the step says so beside the field @desk', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/?auth=sign-up')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Kim Beispiel')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  await page.keyboard.press('Enter')
  const code = dialog.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toBeInViewport({ ratio: 1 })
  expect(await dialog.evaluate((scroller) => scroller.scrollTop)).toBe(0)
  const first = await codeInMail(email)
  const again = dialog.getByRole('button', { name: 'Send another code' })
  await again.click()
  const soon = dialog.getByRole('status').filter({ hasText: 'at most one email a minute' })
  await expect(soon).toContainText('The code in your newest email works.')
  await expect(code).toBeFocused()
  expect(await codeInMail(email)).toBe(first)

  await sql`update auth.users set confirmation_sent_at = null where email = ${email}`
  await page.evaluate(() => {
    const later = Date.now() + 61_000
    Date.now = () => later
  })
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await again.click()
  const said = dialog.getByText('We sent another code.')
  await expect(said).toBeVisible()
  await expect(soon).toHaveCount(0)
  await expect(code).toBeFocused()
  await expect(said).toBeInViewport({ ratio: 1 })
  await expect(code).toBeInViewport({ ratio: 1 })
  await expect.poll(() => codeInMail(email)).not.toBe(first)
  await page.keyboard.type(await codeInMail(email))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
})

test('one click in a browser that signed up with another address confirms nothing @long', async ({
  page,
}) => {
  const [own, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await page.goto('/?auth=sign-up')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Stranger')
  await dialog.getByLabel('Email').fill(own)
  await dialog.getByLabel('Password', { exact: true }).fill('what the stranger chose')
  await dialog.getByLabel('Repeat password').fill('what the stranger chose')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText("we've sent it a link")).toBeVisible()

  const visitor = createClient(process.env.TEST_SUPABASE_URL!, process.env.TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false },
  })
  await visitor.auth.signUp({ email: other, password })
  await page.goto(await linkInMail(other, 'Confirm your email address'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Enter your name and a password to finish.')).toBeVisible()
  expect((await visitor.auth.signInWithPassword({ email: other, password })).error).not.toBeNull()
  await page.getByLabel('Name').fill('Kim Beispiel')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  expect((await visitor.auth.signInWithPassword({ email: other, password })).error).toBeNull()
})

test(
  'confirming an address that a stranger signed up with replaces the stranger’s password',
  { tag: ['@desk', '@long'] },
  async ({ page }) => {
    const email = `${randomUUID()}@example.com`
    const strangers = 'what the stranger chose'
    const stranger = createClient(
      process.env.TEST_SUPABASE_URL!,
      process.env.TEST_SUPABASE_PUBLISHABLE_KEY!,
      {
        auth: { persistSession: false },
      },
    )
    await stranger.auth.signUp({ email, password: strangers, options: { data: { name: 'Stranger' } } })
    await page.goto(await linkInMail(email, 'Confirm your email address'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Enter your name.')).toBeVisible()
    await page.getByLabel('Name').fill('Kim Beispiel')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    expect((await stranger.auth.signInWithPassword({ email, password: strangers })).error).not.toBeNull()
    expect((await stranger.auth.signInWithPassword({ email, password })).error).toBeNull()
  },
)

test(
  'a forgotten password is reset by email, which signs out other devices',
  { tag: '@desk' },
  async ({ page }) => {
    const person = await createPerson()
    const elsewhere = await clientOf(person)

    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText("has an account, we've sent it a link")).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expect(page.getByText("has an account, we've sent it a link")).toBeFocused()
    const again = page.getByRole('button', { name: 'Resend link' })
    await expect(again).toHaveClass(/button-outline/)
    await again.click()
    await expect(page.getByText("has an account, we've sent it a link")).toBeFocused()
    await expect(page.getByRole('main').getByRole('link', { name: 'mailbox' })).toBeVisible()
    const link = await linkInMail(person.email, 'Choose a new password')
    await page.goto(link)
    await page.getByRole('button', { name: 'Choose a new password' }).click()
    await expect(page).toHaveURL('/reset-password')
    await expectAccessible(page)
    await page.getByLabel('New password').fill('a new long password')
    await page.getByLabel('Repeat password').fill('a new long password')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByText('Password changed.').first()).toBeVisible()
    const [row] = await sql`select count(*)::int as sessions from auth.sessions where user_id = ${person.id}`
    expect(row!.sessions).toBe(1)
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
  },
)

test(
  'confirming an address by a password reset also asks for a name',
  { tag: ['@desk', '@long'] },
  async ({ page }) => {
    const email = `${randomUUID()}@example.com`
    const stranger = createClient(
      process.env.TEST_SUPABASE_URL!,
      process.env.TEST_SUPABASE_PUBLISHABLE_KEY!,
      {
        auth: { persistSession: false },
      },
    )
    const data = { name: 'Silly Stranger' }
    await stranger.auth.signUp({ email, password: 'what the stranger chose', options: { data } })
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.goto(await linkInMail(email, 'Choose a new password'))
    await page.getByRole('button', { name: 'Choose a new password' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('')
    await expectAccessible(page)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Repeat password').fill(password)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByText('Enter your name.')).toBeVisible()
    await page.getByLabel('Name').fill('Nora Lin')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByText('Password changed.').first()).toBeVisible()
    const [row] = await sql`
      select p.name from auth.users u join public.profiles p on p.id = u.id where u.email = ${email}`
    expect(row!.name).toBe('Nora Lin')
  },
)
