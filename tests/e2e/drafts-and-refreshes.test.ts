import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { sql } from './people'
import { comeToPost, createPost } from './posts'

test('a new comment can be deleted, and the count follows @desk @long', async ({ page }) => {
  await comeToPost(page)
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Gone soon')
  await page.keyboard.press('Control+Enter')
  const article = page.getByRole('article').filter({ hasText: 'Gone soon' })
  await expect(article.getByRole('button', { name: 'Delete this comment' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await article.getByRole('button', { name: 'Delete this comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible()
  await expect(page.getByText('Gone soon')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test('a deleted comment comes back with Undo, even if the first answer is lost @desk', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(0)
  const { post } = await comeToPost(page)
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Back soon')
  await page.keyboard.press('Control+Enter')
  const article = page.getByRole('article').filter({ hasText: 'Back soon' })
  const remove = async () => {
    await article.getByRole('button', { name: 'Delete this comment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Back soon')).toHaveCount(0)
  }
  await remove()
  // Other tabs and a reload see the deletion at once.
  const other = await page.context().newPage()
  await other.goto(post.path)
  await expect(other.getByText('Back soon')).toHaveCount(0)
  await other.close()
  let isLost = false
  await page.route(
    (url) => url.pathname === post.path,
    async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    },
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(article).toBeVisible()
  await expect(article).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await page.reload()
  await expect(article).toHaveCount(1)

  await remove()
  await sql`update public.comments set deleted_at = private.undo_end() where post_id = ${post.id}`
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText("This comment can't be restored anymore.").first()).toBeVisible()
})

/** Answers actions without the refreshed page, until it is told to stop. */
async function keepPage(page: Page): Promise<() => Promise<void>> {
  const isAction = (url: URL) => url.pathname === new URL(page.url()).pathname
  await page.route(isAction, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /^0:.*$/m,
      (row) => `0:${JSON.stringify({ ...JSON.parse(row.slice(2)), f: '' })}`,
    )
    const { 'x-action-revalidated': _, ...headers } = response.headers()
    await route.fulfill({ response, body, headers })
  })
  return () => page.unroute(isAction)
}

test('forms open at a comment stay as they are when the list reloads @desk @long', async ({ page }) => {
  const { post } = await comeToPost(page)
  const showPage = await keepPage(page)
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'Your comment' }).fill(text)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Edit this comment' })).toHaveCount(1)
  }
  await write('The first')
  await expect(page.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Reply to/ }).click()
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await reply.pressSequentially('An answer')
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
  await showPage()
  const showList = async (heading: string) => {
    // Like any other action on the page.
    await page.evaluate((name) => {
      const vote = document.querySelector<HTMLElement>(`button[aria-label^="Vote for ${name}"]`)!
      vote.click()
    }, post.title)
    await expect(page.getByRole('heading', { name: heading, includeHidden: true })).toBeVisible()
  }
  await showList('Comments 1')
  await expect(page.getByText('The first')).toHaveCount(1)
  await expect(reply).toBeFocused()
  await page.keyboard.type('s it')
  await expect(reply).toHaveValue('An s itanswer')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Reply to/ })).toBeFocused()
  await page.getByRole('textbox', { name: 'Your comment' }).click()
  await expect(page.getByText('The first')).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete this comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('The first')).toHaveCount(0)

  const showAgain = await keepPage(page)
  await write('The second')
  await page.getByRole('button', { name: 'Edit this comment' }).click()
  const edited = page.getByRole('dialog').getByRole('textbox', { name: 'Your comment' })
  await edited.press('End')
  await page.keyboard.type(' is longer')
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
  await showAgain()
  await showList('Comments 1')
  await expect(edited).toBeFocused()
  await page.keyboard.type('much ')
  await expect(edited).toHaveValue('The second is much longer')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('article').getByText('The second is much longer')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Edit this comment' })).toBeFocused()

  const showLast = await keepPage(page)
  await page.getByRole('button', { name: 'Delete this comment' }).click()
  await showLast()
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  await expect(page.getByRole('button', { name: 'Delete this comment' })).toBeFocused()
})

test('the focus returns to the button that opened a form @long', async ({ page }) => {
  const { person } = await comeToPost(page)
  await page.getByRole('textbox', { name: 'Your comment' }).fill('To be answered')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const reply = page.getByRole('button', { name: `Reply to ${person.name}` }).first()
  await reply.click()
  await page.getByRole('form', { name: 'Reply' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(reply).toBeFocused()
  await reply.click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('An answer')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article').getByText('An answer').first()).toBeVisible()
  await expect(reply).toBeFocused()
  await page.goto('/bugs')
  const opener = page.getByRole('button', { name: "What isn't working?" })
  await opener.click()
  await page.getByRole('form', { name: 'New post' }).getByRole('button', { name: 'Close' }).click()
  await expect(opener).toBeFocused()
})

test('two visible tabs agree on a vote within a second @desk @long', async ({ page, context }) => {
  const { post } = await comeToPost(page)
  const other = await context.newPage()
  const known = other.waitForResponse((response) => response.url().includes('/api/viewer/votes'))
  await other.goto(post.path)
  await known
  for (const [tab, mirror, pressed] of [
    [page, other, 'true'],
    [other, page, 'false'],
  ] as const) {
    const button = tab.getByRole('button', { name: `Vote for ${post.title}` })
    const answered = tab.waitForResponse((response) => response.request().method() === 'POST')
    await button.click()
    await answered
    const there = mirror.getByRole('button', { name: `Vote for ${post.title}` })
    await expect(there).toHaveAttribute('aria-pressed', pressed, { timeout: 5_000 })
    await expect(there).toHaveText(pressed === 'true' ? '1' : '0', { timeout: 5_000 })
  }
})

test('comments and replies have further pages without JavaScript @desk @long', async ({ browser }, {
  project,
}) => {
  const post = await createPost(null)
  const [first] =
    await sql`insert into public.comments (post_id, body) values (${post.id}, 'First') returning id`
  await sql`
    insert into public.comments (post_id, parent_id, body)
    select ${post.id}, ${first!.id}, 'Reply ' || n from generate_series(1, 30) n`
  await sql`
    insert into public.comments (post_id, body, created_at)
    select ${post.id}, 'Later ' || n, now() + make_interval(secs => n) from generate_series(1, 45) n`
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: project.use.baseURL })
  const page = await context.newPage()
  await page.goto(post.path)
  await page.getByRole('link', { name: /^Load \d+ more replies/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Replies, continued' })).toBeVisible()
  await page.waitForLoadState()
  const replies = new Set<string>()
  const collect = async (into: Set<string>, what: RegExp) => {
    for (const text of await page.getByRole('article').allInnerTexts()) {
      const [found] = what.exec(text) ?? []
      if (found) into.add(found)
    }
  }
  /** Follows a link until it is gone; without JavaScript, a click doesn’t wait for the next page. */
  const goOn = async (name: string, into: Set<string>, what: RegExp) => {
    const link = page.getByRole('link', { name, exact: true })
    await collect(into, what)
    while ((await link.count()) > 0) {
      await page.goto((await link.getAttribute('href'))!)
      await collect(into, what)
    }
  }
  await goOn('Load more', replies, /Reply \d+/)
  await page.getByRole('link', { name: post.title }).click()
  await expect(page).toHaveURL(post.path)
  await page.waitForLoadState()
  await collect(replies, /Reply \d+/)
  const shown = await page.getByRole('article').allInnerTexts()
  for (const text of shown) for (const [reply] of text.matchAll(/Reply \d+/g)) replies.add(reply)
  expect(replies.size).toBe(30)
  const comments = new Set<string>()
  await goOn('Load more', comments, /Later \d+/)
  await expect(page.getByRole('heading', { level: 2, name: 'Comments, continued' })).toBeVisible()
  expect(comments.size).toBe(45)
  for (const missing of ['/more/comments/99999999/x', '/more/comments/x/y', '/more/replies/0/y']) {
    expect((await page.goto(missing))!.status(), missing).toBe(404)
  }
  await context.close()
})
