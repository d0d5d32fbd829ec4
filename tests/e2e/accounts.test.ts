import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import {
  codeInMail,
  createPerson,
  fillSignIn,
  linkInMail,
  password,
  signIn,
  signInByDialog,
  sql,
  typeSignIn,
} from './people'

test('a person signs up, confirms by email, signs out and signs in again', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/new-features')
  await page.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Sign up')
  await expect(dialog).toHaveAccessibleDescription('One account to post, vote and comment.')
  await dialog.getByLabel('Name').fill('Kim Beispiel')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText("we've sent it a link")).toBeVisible()
  await expect(dialog).toHaveAccessibleName('Check your email')
  await expect(dialog).toHaveAccessibleDescription('')
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await expect(dialog.getByRole('link', { name: 'mailbox' })).toHaveAttribute('href', '/mailbox')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use a different address' }).click()
  await expect(dialog).toHaveAccessibleName('Sign up')
  await expect(dialog.getByLabel('Name')).toHaveValue('Kim Beispiel')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Repeat password')).toHaveValue(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveAccessibleName('Check your email')
  await expect(dialog.getByRole('status').filter({ hasText: 'at most one email a minute' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveAccessibleName('Sign in')

  const link = await linkInMail(email, 'Confirm your email address')
  await page.request.get(link)
  await page.goto(link)
  await expectAccessible(page)
  await expect(page.getByText(`You signed up as Kim Beispiel with ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(page.getByText('Email address confirmed.', { exact: true }).first()).toBeVisible()

  await page.goto('/new-features')
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByText('Kim Beispiel')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL('/new-features')

  await page.goto(link)
  await page.getByLabel('Name').fill('Kim Beispiel')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
})

test('a visitor signs up with an emailed code and votes, then signs in with another code', async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/new-features')
  await page
    .getByRole('button', { name: /^Vote for/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await expect(dialog).toHaveAccessibleName('Check your email')
  await expectAccessible(page)
  const code = await codeInMail(email)
  await page.keyboard.type(String((Number(code) + 1) % 1e6).padStart(6, '0'))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This code is wrong or has expired.')).toBeVisible()
  await dialog.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog).toHaveAccessibleName('Choose a display name')
  await page.keyboard.type('Kim Beispiel')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Vote for/, pressed: true })).toHaveCount(1)
  await page.goto('/settings')
  const methods = page.locator('#sign-in-methods')
  await expect(methods.getByRole('listitem')).toHaveText([new RegExp(email)])
  await expect(methods.getByRole('button')).toHaveCount(0)

  await sql`update auth.users set confirmation_sent_at = null where email = ${email}`
  await page.context().clearCookies()
  await page.goto('/?auth=sign-in')
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await dialog.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await expect.poll(() => codeInMail(email)).not.toBe(code)
  await dialog.getByLabel('Code').fill(await codeInMail(email))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
})

test(
  'form errors appear at their fields and keep what was typed',
  { tag: ['@desk', '@long'] },
  async ({ page }) => {
    await page.goto('/?auth=sign-up')
    const dialog = page.getByRole('dialog', { name: 'Sign up' })
    await dialog.getByLabel('Name').fill('Kim')
    await dialog.getByLabel('Email').fill('not an address')
    await dialog.getByLabel('Password', { exact: true }).fill('short')
    await dialog.getByLabel('Repeat password').fill('other')
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
    await expect(dialog.getByText('Use at least 8 characters.')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Kim')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await expectAccessible(page)
  },
)

test(
  'a name that resembles the site’s is refused next to its field, at sign-up and in settings',
  { tag: ['@desk', '@long'] },
  async ({ page }) => {
    const refusal = "This name can't be used because it looks like the site's or an admin's."
    const email = `${randomUUID()}@example.com`
    await page.goto('/?auth=sign-up')
    const dialog = page.getByRole('dialog', { name: 'Sign up' })
    await dialog.getByLabel('Name').fill('Ѕіgnроѕt')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByLabel('Repeat password').fill(password)
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(refusal)
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expect(dialog.getByLabel('Repeat password')).toHaveValue(password)
    expect([...(await sql`select 1 from auth.users where email = ${email}`)]).toEqual([])

    await signIn(page, await createPerson())
    await page.goto('/settings')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Signpost Team')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(name).toHaveAccessibleDescription(refusal)
  },
)

test('the dialog keeps the focus, closes with Escape and returns the focus @long', async ({ page }) => {
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
  await dialog.getByLabel('Email').focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Password')).toBeFocused()
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

test('two tabs agree on who is signed in', { tag: ['@desk', '@long'] }, async ({ page, context }) => {
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

test(
  'members have no dashboard, and only admins see its admin pages',
  { tag: '@desk' },
  async ({ page, allowedStatuses }, { project }) => {
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
      await expect(links).toHaveText(['Dashboard', 'Roadmap', 'Feedback', 'Changelog'])
    }
    await sql`delete from public.roles where user_id = ${member.id}`
    expect((await page.goto('/dashboard'))!.status()).toBe(404)
  },
)

test('a refusal of two lines keeps clear of the button @phone', async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto('/?auth=sign-in')
    const { dialog, send } = await typeSignIn(page, 'nobody@example.com', 'a-wrong-password')
    await send.click()
    const refusal = dialog.getByText('Wrong email or password')
    await expect(refusal).toBeVisible()
    const [text, button] = await Promise.all([refusal.boundingBox(), send.boundingBox()])
    expect(button!.y - text!.y - text!.height).toBeGreaterThanOrEqual(8)
  }
})
