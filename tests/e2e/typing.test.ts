import { randomUUID } from 'node:crypto'
import { searchAddress } from '../../lib/post/address'
import { expect, test } from './fixtures'
import { holdScripts, openWithoutScripts, textbox, typeIntoAll, typeThrough } from './late-scripts'
import { createPerson, linkInMail, signIn, sql } from './people'
import { comeToPost, createPost } from './posts'

test('a comment typed before the scripts load is kept, and its button works', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(null)
  await signIn(page, person)
  const scripts = await openWithoutScripts(page, post.path)
  const button = page.getByRole('button', { name: 'Comment', exact: true })
  await expect(button).toBeVisible()
  const typed = await typeThrough(page, textbox(page, 'Your comment'), scripts)
  await expect(page.getByRole('group', { name: 'Formatting' })).toBeVisible()
  await button.click()
  await expect(page.getByRole('article').getByText(typed)).toBeVisible()
  await expect(textbox(page, 'Your comment')).toHaveValue('')
})

// Otherwise, a press that begins before they arrive ends beside it.
test('the button of a comment keeps its place when its tools arrive', async ({ page }) => {
  const post = await createPost(null)
  await signIn(page, await createPerson())
  const scripts = await openWithoutScripts(page, post.path)
  const button = page.getByRole('button', { name: 'Comment', exact: true })
  await textbox(page, 'Your comment').fill('A')
  const place = await button.boundingBox()
  scripts.release()
  await expect(page.getByRole('group', { name: 'Formatting' })).toBeVisible()
  expect(await button.boundingBox()).toEqual(place)
})

test('checkboxes ticked before the scripts load select their posts @desk @long', async ({ page }) => {
  const word = `Ticked ${randomUUID()}`
  const posts = [await createPost(null, `${word} 1`), await createPost(null, `${word} 2`)]
  const person = await createPerson({ name: word })
  await signIn(page, await createPerson({ admin: true }))
  const address = encodeURIComponent(word)

  let scripts = await openWithoutScripts(page, `/dashboard/people?q=${address}`)
  await page.getByRole('checkbox', { name: person.name }).check()
  scripts.release()
  await expect(page.getByRole('button', { name: 'Block 1' })).toBeVisible()
  await page.unroute('**/_next/static/**/*.js')

  scripts = await openWithoutScripts(page, `/dashboard?q=${address}`)
  for (const { title } of posts) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('checkbox', { name: `Select ${posts[0]!.title}` }).uncheck()
  scripts.release()
  await expect(page.getByRole('button', { name: 'Delete 1 row' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${posts[0]!.title}` })).not.toBeChecked()
})

test('a comment pasted and sent before the scripts load is sent once they have @desk @long', async ({
  page,
}) => {
  const person = await createPerson()
  const post = await createPost(null)
  await signIn(page, person)
  const scripts = await openWithoutScripts(page, post.path)
  await textbox(page, 'Your comment').click()
  await page.keyboard.insertText('Pasted and sent at once')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page).toHaveURL(post.path)
  scripts.release()
  await expect(page.getByRole('article').getByText('Pasted and sent at once')).toBeVisible()
  const count = () => sql`select 1 from public.comments where post_id = ${post.id}`
  await expect.poll(async () => (await count()).length).toBe(1)
})

test('a button pressed before the scripts load acts once they have @desk @long', async ({ page }) => {
  const scripts = await openWithoutScripts(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  scripts.release()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
})

test('a button pressed while its part of the page still loads acts once it has @desk', async ({ page }) => {
  const messages = Promise.withResolvers<void>()
  await page.route('**/api/words/**', async (route) => {
    await messages.promise
    await route.continue()
  })
  await page.goto('/auth/confirm?token_hash=unknown&type=recovery', { waitUntil: 'commit' })
  // The rest of the page listens by now.
  await page.waitForFunction(() => (window as { pressed?: unknown }).pressed === null)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  messages.resolve()
  await expect(page.getByText('This link')).toBeVisible()
})

test('a press on Follow opens the menu that replaces the button meanwhile', async ({ page }) => {
  const viewer = Promise.withResolvers<void>()
  await page.route('/api/viewer', async (route) => {
    await viewer.promise
    await route.continue()
  })
  await comeToPost(page)
  await page.getByRole('button', { name: 'Follow', exact: true }).hover()
  await page.mouse.down()
  viewer.resolve()
  await expect(page.locator('.follow-post [aria-haspopup=menu]')).toBeVisible()
  await page.mouse.up()
  await page.getByRole('menuitemradio', { name: 'Everything' }).click()
  await expect(page.getByRole('button', { name: 'Following everything' })).toBeVisible()
})

test('a search typed before the scripts load is kept and run @long', async ({ page }) => {
  const scripts = await openWithoutScripts(page, '/')
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
  const typed = await typeThrough(page, field, scripts)
  await expect(page).toHaveURL(searchAddress({ q: typed }))
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(typed)
})

test('a search typed on the results page before the scripts load is kept @desk @long', async ({ page }) => {
  const scripts = await openWithoutScripts(page, '/search?q=dark')
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
  await expect(field).toHaveValue('dark')
  const typed = await typeThrough(page, field, scripts)
  await expect(page).toHaveURL(searchAddress({ q: typed }))
  await expect(field).toHaveValue(typed)
})

/** Pages with fields that exist before the scripts load; the last one is typed into while they load. */
const pages: { path: string; who?: 'member' | 'admin'; fields: string[] }[] = [
  { path: '/bugs', fields: ['Filter posts'] },
  { path: '/forgot-password', fields: ['Email'] },
  { path: '/auth/confirm?type=signup&token_hash=x', fields: ['Name', 'Password'] },
  {
    path: '/settings',
    who: 'member',
    fields: ['Current password', 'New password', 'Confirm password', 'Password', 'Name'],
  },
  { path: '/dashboard?view=inbox', who: 'admin', fields: ['Search posts'] },
  { path: '/dashboard/people', who: 'admin', fields: ['Search people'] },
  { path: '/dashboard/search', who: 'admin', fields: ['New group'] },
  {
    path: '/dashboard/settings/moderation',
    who: 'admin',
    fields: ['Trusted after (days)', 'Reports before hiding'],
  },
  {
    path: '/dashboard/settings',
    who: 'admin',
    fields: ['Accent color', 'Welcome', 'Your website', 'Terms', 'Privacy', 'Email footer', 'Name'],
  },
  {
    path: '/dashboard/settings/states',
    who: 'admin',
    fields: ['Name of Proposed', 'Description of Proposed'],
  },
  { path: '/dashboard/settings/team', who: 'admin', fields: ['Email addresses'] },
  { path: '/dashboard/settings/widget', who: 'admin', fields: ['Sites that may show the widget'] },
]

for (const who of [undefined, 'member', 'admin'] as const) {
  test(`text typed into the pages of ${who ?? 'a visitor'} before the scripts load is kept @desk @long`, async ({
    page,
  }) => {
    if (who) await signIn(page, await createPerson({ name: 'Robin', admin: who === 'admin' }))
    for (const { path, fields } of pages.filter((one) => one.who === who)) {
      const scripts = await openWithoutScripts(page, path)
      await typeIntoAll(page, page.locator('main'), fields, scripts)
      await page.unroute('**/_next/static/**/*.js')
    }
  })
}

test('a choice made and an address sent before the scripts load are kept @desk @long', async ({ page }) => {
  let scripts = await openWithoutScripts(page, '/forgot-password')
  await textbox(page, 'Email').fill(`${randomUUID()}@example.com`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/forgot-password')
  scripts.release()
  await expect(page.getByText("has an account, we've sent it a link")).toBeVisible()
  await page.unroute('**/_next/static/**/*.js')
  await signIn(page, await createPerson())
  scripts = await openWithoutScripts(page, '/settings')
  await page.getByRole('radio', { name: 'Delete them with the account' }).click()
  scripts.release()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Delete them with the account' })).toBeChecked()
})

test('settings are served with their values, and a choice made before the scripts load is kept @desk @long', async ({
  page,
}) => {
  await signIn(page, await createPerson({ admin: true }))
  const scripts = await openWithoutScripts(page, '/dashboard/settings/moderation')
  await expect(page.getByLabel('Trusted after (days)')).toHaveValue('7')
  const approval = page.getByLabel('Require approval for')
  await expect(approval).toHaveValue('off')
  await approval.selectOption('all')
  scripts.release()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(approval).toHaveValue('all')
  await page.unroute('**/_next/static/**/*.js')
  await openWithoutScripts(page, '/dashboard/settings')
  await expect(page.getByLabel('Let members react to changelog entries')).toBeChecked()
})

test('a new password typed before the scripts load is kept @long @desk', async ({ page }) => {
  const person = await createPerson()
  let scripts = await openWithoutScripts(page, '/reset-password')
  await expect(page.getByText('open the link in your email first')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
  scripts.release()
  await page.unroute('**/_next/static/**/*.js')
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.goto(await linkInMail(person.email, 'Choose a new password'))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL('/reset-password')
  scripts = await openWithoutScripts(page, '/reset-password')
  await typeIntoAll(page, page.locator('main'), ['New password', 'Repeat password'], scripts)
})

test('a new post typed before its tools load is kept @long', async ({ page }) => {
  await signIn(page, await createPerson())
  await page.goto('/bugs')
  let scripts = await holdScripts(page)
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await expect(textbox(page, 'Title')).toBeFocused()
  await page.keyboard.type('A title', { delay: 25 })
  const details = await typeThrough(page, textbox(page, 'Details'), scripts)
  await expect(textbox(page, 'Title')).toHaveValue('A title')
  await expect(page.getByRole('group', { name: 'Formatting' })).toBeVisible()
  await page.reload()
  await expect(textbox(page, 'Details')).toHaveValue(details)
  await page.unroute('**/_next/static/**/*.js')
  scripts = await holdScripts(page)
  await typeThrough(page, textbox(page, 'Title'), scripts)
})

test('a reply typed before its tools load is kept @long', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(null)
  await sql`insert into public.comments (post_id, author_id, body) values (${post.id}, ${person.id}, 'Answer me')`
  await signIn(page, person)
  await page.goto(post.path)
  const scripts = await holdScripts(page)
  await page.getByRole('button', { name: /^Reply to/ }).click()
  await expect(textbox(page, 'Your reply')).toBeFocused()
  const typed = await typeThrough(page, textbox(page, 'Your reply'), scripts)
  await page.getByRole('form', { name: 'Reply' }).getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByRole('article').getByText(typed).first()).toBeVisible()
})

test('the code for the widget has what was chosen before the scripts load @desk @long', async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  const scripts = await openWithoutScripts(page, '/dashboard/settings/widget')
  await textbox(page, 'Button text').fill('Ideas')
  await page.getByLabel('Opens with').selectOption('Roadmap')
  scripts.release()
  await expect(textbox(page, 'Code for your site')).toHaveValue(
    /data-signpost-label="Ideas" data-signpost-view="roadmap"/,
  )
})
