import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { holdScripts, noneHeld, typeThrough } from './late-scripts'
import { createPerson, linkInMail, signIn, sql } from './people'
import { chooseAction, createPost } from './posts'

/** Opens a page whose scripts do not come before they are released. */
async function openWithoutScripts(page: Page, path: string) {
  const scripts = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  return scripts
}

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a comment typed before any script is there is kept, and its button works', async ({ page }) => {
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

test(
  'a comment pasted and sent before any script is there is sent once they are',
  { tag: '@any-width' },
  async ({ page }) => {
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
  },
)

test(
  'a button pressed before any script is there does its work once they are',
  { tag: '@any-width' },
  async ({ page }) => {
    const scripts = await openWithoutScripts(page, '/')
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    scripts.release()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  },
)

test('a search typed before any script is there is kept and carried out', async ({ page }) => {
  const scripts = await openWithoutScripts(page, '/')
  const field = page.getByRole('searchbox', { name: 'Search' })
  const typed = await typeThrough(page, field, scripts)
  await expect(page).toHaveURL(
    `/search?q=${encodeURIComponent(typed).replaceAll('%20', '+')}`.replaceAll('+', '%20'),
  )
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(typed)
})

test('a search typed over the results before any script is there is kept', async ({ page }) => {
  const scripts = await openWithoutScripts(page, '/search?q=dark')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await expect(field).toHaveValue('dark')
  const typed = await typeThrough(page, field, scripts)
  await expect(page).toHaveURL(`/search?q=${encodeURIComponent(typed)}`)
  await expect(field).toHaveValue(typed)
})

test(
  'what is typed into the fields of the settings before any script is there is kept',
  { tag: '@any-width' },
  async ({ page }) => {
    await signIn(page, await createPerson({ name: 'Robin' }))
    for (const name of ['Name', 'Current password', 'New password', 'Confirm password', 'Password']) {
      const scripts = await openWithoutScripts(page, '/settings')
      if (name === 'Name') await expect(textbox(page, name)).toHaveValue('Robin')
      await typeThrough(page, textbox(page, name), scripts)
      await page.unroute('**/_next/static/**/*.js')
    }
    const scripts = await openWithoutScripts(page, '/settings')
    await page.getByRole('radio', { name: 'Are deleted with the account' }).click()
    scripts.release()
    await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Are deleted with the account' })).toBeChecked()
  },
)

test(
  'an address for a new password typed before any script is there is kept and sent',
  { tag: '@any-width' },
  async ({ page }) => {
    let scripts = await openWithoutScripts(page, '/forgot-password')
    await typeThrough(page, textbox(page, 'E-mail'), scripts)
    await page.unroute('**/_next/static/**/*.js')
    scripts = await openWithoutScripts(page, '/forgot-password')
    await textbox(page, 'E-mail').fill(`${randomUUID()}@example.com`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/forgot-password')
    scripts.release()
    await expect(page.getByText('has an account, a mail with a link is on its way')).toBeVisible()
  },
)

test('a new password typed before any script is there is kept', { tag: '@any-width' }, async ({ page }) => {
  const person = await createPerson()
  let scripts = await openWithoutScripts(page, '/reset-password')
  await expect(page.getByText('open the link from your mail first')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
  scripts.release()
  await page.unroute('**/_next/static/**/*.js')
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(await linkInMail(person.email, 'Choose a new password'))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL('/reset-password')
  for (const name of ['New password', 'Repeat password']) {
    scripts = await openWithoutScripts(page, '/reset-password')
    await typeThrough(page, textbox(page, name), scripts)
    await page.unroute('**/_next/static/**/*.js')
  }
})

test('a new post typed before its tools are there is kept', async ({ page }) => {
  await signIn(page, await createPerson())
  await page.goto('/bugs')
  let scripts = await holdScripts(page)
  await page.getByRole('button', { name: 'What does not work?' }).click()
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

test('a reply typed before its tools are there is kept', async ({ page }) => {
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

test(
  'dialogs lose nothing from the moment their fields can be seen',
  { tag: '@any-width' },
  async ({ page }) => {
    const person = await createPerson()
    const post = await createPost(person.id)
    await page.goto('/new-features')
    for (const [button, fields] of [
      ['Sign in', ['E-mail', 'Password']],
      ['Sign up', ['Name', 'E-mail', 'Password', 'Repeat password']],
    ] as const) {
      for (const name of fields) {
        await page.getByRole('banner').getByRole('button', { name: button }).click()
        await typeThrough(
          page,
          page.getByRole('dialog').getByRole('textbox', { name, exact: true }),
          noneHeld,
        )
        await page.keyboard.press('Escape')
      }
    }
    await signIn(page, person)
    await page.goto(post.path)
    for (const name of ['Title', 'Details']) {
      await chooseAction(page, 'Edit')
      const field = page.getByRole('dialog').getByRole('textbox', { name, exact: true })
      await typeThrough(page, field, noneHeld)
      await page.keyboard.press('Escape')
    }
  },
)

test('the fields of the dashboard lose nothing', { tag: '@any-width' }, async ({ page }) => {
  const admin = await createPerson({ admin: true })
  const post = await createPost(null)
  await signIn(page, admin)
  const scripts = await openWithoutScripts(page, '/dashboard')
  const text = page.getByRole('searchbox', { name: 'Search posts' })
  const typed = await typeThrough(page, text, scripts)
  await expect(page).toHaveURL(`/dashboard?q=${encodeURIComponent(typed).replaceAll('%20', '+')}`)
  await expect(text).toHaveValue(typed)
  await text.fill(post.title)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await typeThrough(page, textbox(page, 'Author'), noneHeld)
  await page.getByRole('button', { name: /^Show more of/ }).click()
  await typeThrough(page, textbox(page, 'Public note'), noneHeld)
})

test(
  'what was kept from before stands above what is typed before it is brought back',
  { tag: '@any-width' },
  async ({ page }) => {
    const post = await createPost(null)
    await page.goto(post.path)
    await textbox(page, 'Your comment').fill('From before')
    const scripts = await holdScripts(page)
    await page.goto(post.path, { waitUntil: 'commit' })
    await textbox(page, 'Your comment').click()
    await page.keyboard.type('Since')
    scripts.release()
    await expect(textbox(page, 'Your comment')).toHaveValue('From before\n\nSince')
    await page.keyboard.type(' then')
    await expect(textbox(page, 'Your comment')).toHaveValue('From before\n\nSince then')
  },
)
