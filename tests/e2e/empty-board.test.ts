import { expectAccessible } from './accessible'
import { expect } from './fixtures'
import { signInOn, test } from './own-site'

test.beforeEach(({ own, page }) => signInOn(page, own, 'admin@example.com'))

/** The other pages that have nothing to show without posts, and what each says will be there. */
const emptyPages = {
  '/dashboard?view=inbox': 'New posts appear here until someone on the team has reviewed them.',
  '/dashboard/duplicates': 'Posts that may ask for the same thing appear here in pairs',
  '/dashboard/insights': 'Charts of posts, votes, comments and new members appear here.',
  '/dashboard/reports': 'Posts and comments that were reported or are awaiting approval appear here.',
  '/dashboard/hidden': 'Hidden posts and comments appear here',
  '/dashboard/search': 'Searches that find nothing appear here.',
}

test('an admin removes the example board, sees the first steps, and may add it again until someone votes', async ({
  page,
  request,
  own,
  allowedStatuses,
}) => {
  const text = async (address: string) => (await request.get(address)).text()
  const lists = ['/', '/?view=table', '/all', '/new-features', '/feed.xml']
  for (const address of lists) expect(await text(address)).toContain('Dark mode')
  expect(await text('/changelog')).toContain('Dark mode is here')
  expect(await text('/')).toContain('href="/changelog"')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()

  await page.goto('/dashboard/settings')
  await page.getByRole('button', { name: 'Remove the example board' }).click()
  await page.getByRole('alertdialog', { name: 'Remove the example board?' }).getByText('Cancel').click()
  await page.getByRole('button', { name: 'Remove the example board' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Add the example board' })).toBeFocused()
  await expectAccessible(page)

  for (const address of lists) expect(await text(address)).not.toContain('Dark mode')
  expect(await text('/changelog')).not.toContain('Dark mode')
  expect(await text('/')).not.toContain('href="/changelog"')
  expect((await request.get('/changelog/dark-mode-is-here')).status()).toBe(404)
  expect((await request.get('/new-features/dark-mode')).status()).toBe(404)
  expect((await request.get('/bugs')).status()).toBe(404)
  await page.goto('/')
  await expect(page.getByText('Posts appear here in columns, from Proposed to Completed.')).toBeVisible()
  await expectAccessible(page)
  const start = page.getByRole('main').getByRole('link', { name: /Set up your board|Create a post/ })
  await expect(start).toHaveText(['Set up your board', 'Create a post'])
  await page.getByRole('link', { name: 'Create a post' }).click()
  await expect(page.getByRole('form', { name: 'New post' })).toBeVisible()
  await expect(page.getByText('Posts appear here with their state, votes and comments.')).toBeVisible()
  await page.goto('/?view=table')
  await expect(page.getByText('Posts appear here with their state, votes and comments.')).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'Set up your board' }).click()
  await expect(page.getByRole('link', { name: 'import feedback', exact: true })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Create a post' })).toBeVisible()
  const steps = page.getByRole('region', { name: 'Set up your board' })
  await expect(steps.getByText('They get an email with a link to join.')).toBeVisible()
  const names = steps.getByRole('listitem').getByRole('link')
  const order = [
    'Name your site',
    'Choose categories',
    'Invite your team',
    'Import',
    'Set up email',
    'Add the widget',
  ]
  await expect(names).toContainText(order)
  await expectAccessible(page)

  await steps.getByRole('link', { name: 'Choose categories' }).click()
  await expect(page.getByRole('link', { name: '0 of 6 done' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Next: Invite your team' }).click()
  await expect(page).toHaveURL('/dashboard/settings/team')
  for (const [address, hint] of Object.entries(emptyPages)) {
    await page.goto(address)
    const main = page.getByRole('main')
    await expect(main.getByText(hint)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Create a post' })).toBeVisible()
    const toImport = main.getByRole('link', { name: 'Import feedback' })
    await expect(toImport).toHaveAttribute('href', '/dashboard/import')
    await expectAccessible(page)
  }

  await page.goto('/dashboard/settings/team')
  await page.getByRole('link', { name: '0 of 6 done' }).click()
  await expect(names).toContainText(order)
  await page.getByRole('button', { name: 'Add the example board' }).click()
  await expect(page.getByRole('row', { name: /Dark mode/ })).toBeVisible()
  expect(await text('/')).toContain('Dark mode')
  expect(await text('/changelog/dark-mode-is-here')).toContain('Images keep their colors.')
  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await expect(steps).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(steps).toBeVisible()
  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(steps).toBeHidden()
  await page.goto('/dashboard?steps=open')
  await expect(steps).toBeVisible()

  // The mouse may come to rest over the link to a post that is gone.
  allowedStatuses.add(404)
  await page.goto('/dashboard')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete 27 rows' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Nothing here yet...')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add the example board' })).toBeHidden()
  await page.goto('/dashboard/settings')
  await page.getByRole('button', { name: 'Remove the example board' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Add the example board' }).click()
  await expect(page.getByRole('button', { name: 'Remove the example board' })).toBeVisible()

  const { sql } = own
  await sql`
    insert into public.votes (user_id, post_id)
    select u.id, (select min(p.id) from public.posts p) from auth.users u where u.email = 'member@example.com'`
  await page.goto('/dashboard/settings')
  await expect(page.getByText('can no longer be removed all at once')).toBeVisible()
  await expect(page.getByRole('button', { name: /the example board/ })).toBeHidden()
})

test('the list of blocked people says when no one is blocked @long', async ({ page }) => {
  await page.goto('/dashboard/people?only=blocked')
  await expect(page.getByText('No one is blocked.')).toBeVisible()
})

test('an empty changelog offers visitors a subscription, and the team the first entry', async ({
  page,
  own,
}) => {
  const { sql } = own
  await sql`delete from public.changelog_entries`
  await own.passTime()
  await page.goto('/changelog')
  await expect(page.getByText('Nothing has been published yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Write the first entry' }).click()
  await expect(page).toHaveURL('/dashboard/changelog/edit')
  await page.context().clearCookies()
  await page.goto('/changelog')
  await expect(page.getByRole('link', { name: 'Write the first entry' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()
})
