import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { linkInMail, password, sql } from './people'
import { createPost, votesOf } from './posts'

/** Signs up in the dialog that is open, as somebody new. */
async function signUp(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await page.getByRole('button', { name: 'I am new here' }).click()
  const dialog = page.getByRole('dialog', { name: /^Sign up/ })
  await dialog.getByLabel('Name').fill('Kim Beispiel')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText('We have sent a mail to')).toBeVisible()
  return linkInMail(email, 'Confirm your e-mail address')
}

async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

const vote = (page: Page, title: string) => page.getByRole('button', { name: `Vote for ${title}` })
const commentsOf = (id: number) => sql`select body from public.comments where post_id = ${id}`

test(
  'a vote that somebody signs up for is counted in the same tab, which comes back to it',
  { tag: '@any-width' },
  async ({ page }) => {
    const post = await createPost(null)
    await page.goto(post.path)
    await vote(page, post.title).click()
    await expect(page.getByRole('dialog', { name: `Sign in to vote for “${post.title}”` })).toBeVisible()
    await confirm(page, await signUp(page))
    await expect(page).toHaveURL(post.path)
    await expect(page.getByText('Your e-mail address is confirmed.').first()).toBeVisible()
    await expect(page.getByText(`Your vote for “${post.title}” is counted.`).first()).toBeVisible()
    await expect(vote(page, post.title)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
  },
)

test('a link opened in another tab: that one does what was meant, the first one notices', async ({
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
  await expect(other.getByText(`Your vote for “${post.title}” is counted.`).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(vote(page, post.title)).toHaveAttribute('aria-pressed', 'true')
  await expect(vote(page, post.title)).toHaveText('1')
  expect(await votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
})

test(
  'a link opened in another browser brings the vote and the way back along',
  { tag: '@any-width' },
  async ({ page, browser }) => {
    const post = await createPost(null)
    await page.goto(post.path)
    await vote(page, post.title).click()
    const link = await signUp(page)
    const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const other = await elsewhere.newPage()
    await confirm(other, link)
    await expect(other).toHaveURL(post.path)
    await expect(other.getByText('Your vote is counted.').first()).toBeVisible()
    await expect(vote(other, post.title)).toHaveAttribute('aria-pressed', 'true')
    await elsewhere.close()
    expect(await votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
  },
)

for (const where of ['the same tab', 'another tab']) {
  test(`a comment that somebody signs up for is published once, confirmed in ${where}`, async ({
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
    await expect(tab.getByText('Your comment is published.').first()).toBeVisible()
    await expect(tab.getByRole('article').getByText('Meant before there was an account')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('')
    expect(await commentsOf(post.id)).toHaveLength(1)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('')
  })
}

test(
  'a post that somebody signs up for is published once, with its picture',
  { tag: '@any-width' },
  async ({ page, context }) => {
    const title = `An idea ${randomUUID()}`
    await page.goto('/bugs')
    await page.getByRole('button', { name: 'What does not work?' }).click()
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
    await page.getByLabel('What dot.png shows').fill('A dot')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in to publish your post' })).toBeVisible()
    const link = await signUp(page)
    const other = await context.newPage()
    await confirm(other, link)
    await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(other.getByText('Your post is published.').first()).toBeVisible()
    await expect(other.getByRole('img', { name: 'A dot' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByLabel('What dot.png shows')).toHaveCount(0)
    expect(await sql`select 1 from public.posts where title = ${title}`).toHaveLength(1)
    await page.goto('/bugs')
    await expect(page.getByRole('button', { name: 'What does not work?' })).toBeVisible()
  },
)

test(
  'an e-mail address that was typed is there in the other section as well',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('kim@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign up' }).getByLabel('E-mail')).toHaveValue(
      'kim@example.com',
    )
  },
)
