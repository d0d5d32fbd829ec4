import { createClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import {
  clientOf,
  codeInMail,
  createPerson,
  fillSignIn,
  linkInMail,
  password,
  signIn,
  signInByDialog,
  sql,
} from './people'

test('a person signs up, confirms by email, signs out and signs in again', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/new-features')
  await page.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up' })
  await dialog.getByLabel('Name').fill('Kim Beispiel')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText("we've sent it a link")).toBeVisible()

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
  await expectAccessible(page)
  const code = await codeInMail(email)
  await page.keyboard.type(String((Number(code) + 1) % 1e6).padStart(6, '0'))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This code is wrong or has expired.')).toBeVisible()
  await dialog.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
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

test('one click in a browser that signed up with another address confirms nothing @long', async ({
  page,
}) => {
  const [own, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await page.goto('/?auth=sign-up')
  const dialog = page.getByRole('dialog', { name: 'Sign up' })
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
  { tag: ['@any-width', '@long'] },
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
  'form errors appear at their fields and keep what was typed',
  { tag: ['@any-width', '@long'] },
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
  { tag: ['@any-width', '@long'] },
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

test(
  'a forgotten password is reset by email, which signs out other devices',
  { tag: '@any-width' },
  async ({ page }) => {
    const person = await createPerson()
    const elsewhere = await clientOf(person)

    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText("has an account, we've sent it a link")).toBeVisible()
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
  { tag: ['@any-width', '@long'] },
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

test('settings: name, password and data', async ({ page }) => {
  const person = await createPerson({ name: 'Before' })
  await page.goto('/settings')
  await fillSignIn(page, person)
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expectAccessible(page)
  const excess = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const { scrollWidth } = document.documentElement
    document.documentElement.style.fontSize = ''
    return scrollWidth - window.innerWidth
  })
  expect(excess, 'wider than the screen in letters twice as large').toBeLessThanOrEqual(0)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly')
  await page.getByRole('textbox', { name: 'Name' }).fill('After')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name saved.').first()).toBeVisible()

  await page.getByLabel('Current password').fill('wrong password')
  await page.getByLabel('New password').fill('a new long password')
  await page.getByLabel('Confirm password').fill('a new long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText("That isn't your current password.")).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('a new long password')
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.').first()).toBeVisible()

  const data = await (await page.request.get('/settings/export')).json()
  expect(data.profile).toMatchObject({ name: 'After', email: person.email })
})

test('deleting an account removes its name everywhere', { tag: '@any-width' }, async ({ page }) => {
  const person = await createPerson({ name: 'Gone Tomorrow' })
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${person.id}, ${`Kept ${person.id}`}, '' from public.categories where slug = 'bugs' returning slug`
  await signIn(page, person)
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  const remove = page.getByRole('button', { name: 'Delete my account' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete your account?' })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(remove).toBeFocused()
  expect((await sql`select 1 from auth.users where id = ${person.id}`).length).toBe(1)
  await remove.click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/auth/goodbye')
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.goto(`/bugs/${post!.slug}`)
  await expect(page.getByText('Deleted user').first()).toBeVisible()
  expect((await sql`select 1 from auth.users where id = ${person.id}`).length).toBe(0)
  expect(await page.content()).not.toContain('Gone Tomorrow')
})

test('two tabs agree on who is signed in', { tag: ['@any-width', '@long'] }, async ({ page, context }) => {
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
  { tag: '@any-width' },
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
