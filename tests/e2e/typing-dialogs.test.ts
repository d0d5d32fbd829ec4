import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { holdScripts, noneHeld, openWithoutScripts, textbox, typeIntoAll, typeThrough } from './late-scripts'
import { createPerson, signIn, sql } from './people'
import { chooseAction, createPost, openTools } from './posts'

/** Fields that a control opens, and the element they appear in. */
type Opened = { open: (page: Page) => Promise<unknown>; in: (page: Page) => Locator; fields: string[] }

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const dialog = (page: Page) => page.getByRole('dialog')
const form = (name: string) => (page: Page) => page.getByRole('form', { name, exact: true })

async function typeIntoOpened(page: Page, all: Opened[]): Promise<void> {
  for (const { open, in: place, fields } of all) {
    await open(page)
    await typeIntoAll(page, place(page), fields, noneHeld)
    await page.keyboard.press('Escape')
  }
}

test('dialogs keep what visitors and members type @long @desk', async ({ page }) => {
  const person = await createPerson()
  const own = await createPost(person.id)
  const other = await createPost(null)
  await sql`insert into public.comments (post_id, body) values (${other.id}, 'Somebody else')`
  await page.goto(other.path)
  await typeIntoOpened(page, [
    { open: press('Sign in'), in: dialog, fields: ['Email', 'Password'] },
    { open: press('Sign up'), in: dialog, fields: ['Name', 'Email', 'Password', 'Repeat password'] },
    { open: press('Follow'), in: dialog, fields: ['Email'] },
  ])
  await signIn(page, person)
  await page.goto(other.path)
  await typeIntoOpened(page, [
    { open: (shown) => chooseAction(shown, 'Report'), in: dialog, fields: ['Reason'] },
    { open: press('Report this comment'), in: dialog, fields: ['Reason'] },
    {
      open: (shown) => chooseAction(shown, 'Mark as duplicate'),
      in: dialog,
      fields: ['Which post is it a duplicate of?'],
    },
  ])
  await page.goto(own.path)
  await typeIntoOpened(page, [
    { open: (shown) => chooseAction(shown, 'Edit'), in: dialog, fields: ['Title', 'Details'] },
  ])
})

test('the team’s post fields keep what is typed @long @desk', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  const post = await createPost((await createPerson()).id)
  await signIn(page, admin)
  const scripts = await openWithoutScripts(page, '/dashboard')
  const text = page.getByRole('searchbox', { name: 'Search posts' })
  const typed = await typeThrough(page, text, scripts)
  await expect(page).toHaveURL(`/dashboard?q=${encodeURIComponent(typed).replaceAll('%20', '+')}`)
  await expect(text).toHaveValue(typed)
  await page.unroute('**/_next/static/**/*.js')
  await text.fill(post.title)
  const main = (shown: Page) => shown.locator('main')
  await typeIntoOpened(page, [
    {
      open: async (shown) => {
        await press('Filter')(shown)
        await shown.getByText('More filters').click()
      },
      in: form('Filter'),
      fields: ['Minimum votes', 'Maximum votes', 'Author'],
    },
    { open: press('Save view'), in: dialog, fields: ['Name'] },
    { open: press(/^Expand/), in: main, fields: ['Public note'] },
  ])
  await page.goto(post.path)
  await typeIntoOpened(page, [
    {
      open: async (shown) => void (await openTools(shown)),
      in: (shown) => shown.getByRole('region', { name: 'Manage this post' }),
      fields: ['Public note'],
    },
    { open: async () => {}, in: form('Internal note'), fields: ['Internal note'] },
    { open: press("Vote on someone's behalf"), in: dialog, fields: ['Name or email address', 'Why'] },
    { open: (shown) => chooseAction(shown, 'Merge'), in: dialog, fields: ['Which post is the duplicate?'] },
    { open: (shown) => chooseAction(shown, 'Hide'), in: dialog, fields: ['Reason'] },
    { open: (shown) => chooseAction(shown, 'Block author'), in: dialog, fields: ['Reason'] },
  ])
  await page.goto(`/dashboard?view=inbox&q=${post.title.split(' ')[1]}`)
  await typeIntoOpened(page, [
    { open: press(/^Reply/), in: form('Reply'), fields: ['Reply'] },
    { open: press(/^Note/), in: form('Internal note'), fields: ['Internal note'] },
    {
      open: async (shown) => {
        await press('More')(shown)
        await shown.getByRole('menuitem', { name: 'Tags' }).click()
      },
      in: dialog,
      fields: ['Find or create a tag'],
    },
  ])
})

test('the settings’ fields keep what is typed @long @desk', async ({ page }) => {
  const author = await createPerson({ name: `Author ${randomUUID().slice(0, 8)}` })
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/settings/categories')
  await typeIntoOpened(page, [
    {
      open: press('Add category'),
      in: dialog,
      fields: ['Address', 'Description', '“New post” prompt', 'Details placeholder', 'Name'],
    },
  ])
  await page.goto('/dashboard/settings/replies')
  await typeIntoOpened(page, [{ open: press('Add reply'), in: dialog, fields: ['Name', 'Text'] }])
  await page.goto('/dashboard/webhooks')
  await typeIntoOpened(page, [{ open: press('Add webhook'), in: dialog, fields: ['Address'] }])
  await page.goto(`/dashboard/people?q=${encodeURIComponent(author.name)}`)
  const openBlocking = async (shown: Page) => {
    await shown.getByRole('button', { name: `Actions for ${author.name}` }).click()
    await shown.getByRole('menuitem', { name: 'Block' }).click()
  }
  await typeIntoOpened(page, [{ open: openBlocking, in: dialog, fields: ['Reason'] }])
})

test('a saved draft comes before text typed while it was being restored @desk @long', async ({ page }) => {
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
})
