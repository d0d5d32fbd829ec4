import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, fillSignIn, password, signIn, sql } from './people'

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

test('deleting an account removes its name everywhere', { tag: '@desk' }, async ({ page }) => {
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

test('the menu of the settings marks the part at the top of the window @desk', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, await createPerson())
  await page.goto('/settings')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  const marked = menu.locator('[aria-current]')
  await expect(marked).toHaveText('Profile')
  await page.evaluate(() => document.getElementById('sessions')!.scrollIntoView())
  await expect(marked).toHaveText('Sign-in and security')
  await menu.getByRole('link', { name: 'Your data' }).click()
  await expect(marked).toHaveText('Your data')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(marked).toHaveText('Profile')
})
