import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { linkInMail, password, sql } from './people'
import { createPost, votesOf } from './posts'

/** Signs up as a new person in the open dialog. */
async function signUp(page: Page): Promise<string> {
  await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click()
  return fillSignUp(page, 'Kim Beispiel')
}

async function fillSignUp(page: Page, name: string): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText("we've sent it a link")).toBeVisible()
  return linkInMail(email, 'Confirm your email address')
}

async function confirm(page: Page, link: string, name = 'Kim Beispiel'): Promise<void> {
  await page.goto(link)
  const other = page.getByRole('button', { name: 'Use another name or password' })
  const field = page.getByLabel('Name')
  await expect(other.or(field)).toBeVisible()
  // The browser that signed up shows a button, any other a form.
  if (!(await page.getByText(`You signed up as ${name} with`).isVisible())) {
    if (await other.isVisible()) await other.click()
    await field.fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
  }
  await page.getByRole('button', { name: 'Confirm' }).click()
}

const vote = (page: Page, title: string) => page.getByRole('button', { name: `Vote for ${title}` })
const commentsOf = (id: number) => sql`select body from public.comments where post_id = ${id}`

test('a vote that needed a sign-up is counted in the same tab, which returns to the post @desk', async ({
  page,
}) => {
  const post = await createPost(null)
  const list = `/search?q=${post.title.split(' ')[1]}`
  await page.goto(list)
  await vote(page, post.title).click()
  await expect(page.getByRole('dialog', { name: `Sign in to vote for “${post.title}”` })).toBeVisible()
  await confirm(page, await signUp(page))
  await expect(page).toHaveURL(list)
  await expect(page.getByText('Email address confirmed.').first()).toBeVisible()
  await expect(page.getByText(`You voted for “${post.title}”.`).first()).toBeVisible()
  await page.getByRole('link', { name: 'View post' }).click()
  await expect(page).toHaveURL(post.path)
  await expect(vote(page, post.title)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
})

test('when the link opens in another tab, that tab votes and the first one notices @long', async ({
  page,
  context,
}) => {
  const post = await createPost(null)
  await page.goto(post.path)
  await vote(page, post.title).click()
  const link = await signUp(page)
  const other = await context.newPage()
  await confirm(other, link)
  await expect(other).toHaveURL(post.path)
  await expect(other.getByText(`You voted for “${post.title}”.`).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(vote(page, post.title)).toHaveAttribute('aria-pressed', 'true')
  await expect(vote(page, post.title)).toHaveText('1')
  expect(await votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
})

test('a link opened in another browser leads back to the post and asks about the vote @desk @long', async ({
  page,
  browser,
}) => {
  const post = await createPost(null)
  await page.goto(post.path)
  await vote(page, post.title).click()
  const link = await signUp(page)
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByText('Did you sign up in another browser?')).toBeVisible()
  await confirm(other, link)
  await expect(other).toHaveURL(post.path)
  const question = other.getByRole('alertdialog', { name: `Vote for “${post.title}”?` })
  await expect(question).toBeVisible()
  await expectAccessible(other)
  expect(await votesOf(post.id)).toEqual({ votes_total: 0, rows: 0 })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(question).toBeHidden()
  await expect(vote(other, post.title)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
  await elsewhere.close()
})

test('a stranger who signs up with someone’s address casts no vote and sets no name for them @long', async ({
  page,
}) => {
  const post = await createPost(null)
  const email = `${randomUUID()}@example.com`
  const stranger = createClient(process.env.TEST_SUPABASE_URL!, process.env.TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false },
  })
  const data = { name: 'Silly Name', came_from: `${post.path}?vote=${post.id}` }
  await stranger.auth.signUp({ email, password: 'what the stranger chose', options: { data } })
  await page.goto(await linkInMail(email, 'Confirm your email address'))
  await expect(page.getByLabel('Name')).toHaveValue('')
  await confirm(page, page.url(), 'Nora')
  const question = page.getByRole('alertdialog', { name: `Vote for “${post.title}”?` })
  await question.getByRole('button', { name: 'No' }).click()
  await expect(vote(page, post.title)).toHaveAttribute('aria-pressed', 'false')
  expect(await votesOf(post.id)).toEqual({ votes_total: 0, rows: 0 })
  const [account] = await sql`
    select p.name, u.raw_user_meta_data::jsonb as data
    from auth.users u join public.profiles p on p.id = u.id where u.email = ${email}`
  expect(account!.name).toBe('Nora')
  expect(JSON.stringify(account!.data)).not.toMatch(/Silly Name|came_from/)
})

test('a post written by one person is not published by the next who signs up in the same browser @long', async ({
  page,
  context,
}) => {
  const post = await createPost(null)
  await page.goto(post.path)
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Words of Anna')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const annas = await signUp(page)
  const other = await context.newPage()
  await other.goto('/?auth=sign-up')
  await confirm(other, await fillSignUp(other, 'Ben'), 'Ben')
  await expect(other.getByText('Email address confirmed.').first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(other).toHaveURL('/')
  expect(await commentsOf(post.id)).toHaveLength(0)

  // Confirming an address from elsewhere in this browser doesn’t publish it either.
  await context.clearCookies()
  await other.evaluate(() => localStorage.clear())
  await page.goto(post.path)
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Words of Anna')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await signUp(page)
  await confirm(other, annas, 'Another')
  await expect(other.getByText('Email address confirmed.').first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'My account' })).toBeVisible()
  expect(await commentsOf(post.id)).toHaveLength(0)
})

for (const where of ['the same tab', 'another tab']) {
  test(`a comment that needed a sign-up is published once, confirmed in ${where} @long`, async ({
    page,
    context,
  }) => {
    const post = await createPost(null)
    await page.goto(post.path)
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Meant before there was an account')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in to publish your comment' })).toBeVisible()
    const link = await signUp(page)
    const tab = where === 'the same tab' ? page : await context.newPage()
    await confirm(tab, link)
    await expect(tab).toHaveURL(new RegExp(`${post.path}#comment-\\d+$`))
    // Both tabs show it.
    const showsIt = async (shown: Page) => {
      await expect(shown.getByText('Comment posted.').first()).toBeVisible()
      await expect(shown.getByRole('article').getByText('Meant before there was an account')).toBeVisible()
      await shown.getByRole('link', { name: 'View comment' }).click()
      await expect(shown.locator('article:focus')).toContainText('Meant before there was an account')
    }
    await Promise.all([...new Set([tab, page])].map((shown) => showsIt(shown)))
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('')
    expect(await commentsOf(post.id)).toHaveLength(1)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('')
  })
}

test('a post that needed a sign-up is published once, with its image @desk @long', async ({
  page,
  context,
}) => {
  const title = `An idea ${randomUUID()}`
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('textbox', { name: 'Details' }).fill('Some details.')
  await page.getByLabel('Images', { exact: true }).setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await page.getByLabel('Description of dot.png').fill('A dot')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in to publish your post' })).toBeVisible()
  const link = await signUp(page)
  const other = await context.newPage()
  await confirm(other, link)
  // Both tabs show it for a while.
  await expect(page.getByText('Post published.').first()).toBeVisible()
  const way = await page.getByRole('link', { name: 'View post' }).getAttribute('href')
  await expect(other.getByText('Post published.').first()).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(other.getByRole('img', { name: 'A dot' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('form', { name: 'New post' })).toHaveCount(0)
  expect(new URL(way!, page.url()).href).toBe(other.url())
  expect(await sql`select 1 from public.posts where title = ${title}`).toHaveLength(1)
  await page.goto('/bugs')
  await expect(page.getByRole('button', { name: "What isn't working?" })).toBeVisible()
})

test('a typed email address carries over to the dialog’s other section @desk @long', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('kim@example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign up' }).getByLabel('Email')).toHaveValue(
    'kim@example.com',
  )
})
