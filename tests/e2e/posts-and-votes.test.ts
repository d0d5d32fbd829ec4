import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright/test'
import { expectNamed } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, fillSignIn, signIn, sql } from './people'
import { chooseAction, comeToPost, createPost, openSimilarPosts, votesOf } from './posts'

test('a visitor votes, signs in on the way, and the vote is there after a reload', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(null)
  await page.goto(post.path)
  const button = page.getByRole('button', { name: `Vote for ${post.title}` })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await fillSignIn(page, person)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toHaveText('1')
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toHaveText('1')
  // Only the person’s own action animates.
  const arrow = button.locator('svg')
  await expect(arrow).toHaveCSS('animation-name', 'none')
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNamed(page)
  await page.keyboard.press('Escape')
  const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.emulateMedia({ forcedColors: 'active' })
  const voted = await ground()
  const filled = page.getByRole('button', { name: 'Comment', exact: true })
  await expect(filled).toHaveCSS('border-top-width', '1px')
  await button.press('Enter')
  await expect(arrow).toHaveCSS('animation-name', 'vote-taken-back')
  await expect.poll(ground).not.toBe(voted)
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  await expect(arrow).toHaveCSS('animation-name', 'none')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(button).toHaveText('0')
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 0, rows: 0 })
})

test('after a sign-out in another tab, no vote is shown as own @desk', async ({ page, context }) => {
  await signIn(page, await createPerson())
  const post = await createPost(null)
  await page.goto(post.path)
  const button = page.getByRole('button', { name: `Vote for ${post.title}` })
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await button.click()
  await saved
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await other.goto('/new-features')
  await other.getByRole('button', { name: 'My account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('a post written by a visitor survives a reload and is published after signing in', async ({ page }) => {
  const person = await createPerson()
  const title = `An idea ${randomUUID()}`
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('textbox', { name: 'Details' }).fill('It is **important** and <text> stays.')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByText('Sign in to continue.')).toBeVisible()
  await expectNamed(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await fillSignIn(page, person)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expect(page.getByText('and <text> stays.').first()).toBeVisible()
  const vote = page.getByRole('button', { name: `Vote for ${title}, 1 vote` })
  await expect(vote).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/bugs?sort=newest')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByRole('textbox', { name: 'Details' }).fill('The **next** one.')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.locator('strong')).toHaveText('next')
  await expectNamed(page)
})

test('similar posts appear while typing a title, and can be voted for and followed', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person)
  await page.goto('/new-features')
  await page.getByRole('button', { name: 'What would you like to see?' }).click()
  const details = page.getByRole('textbox', { name: 'Details' })
  const similar = page.getByRole('region', { name: 'Similar posts' })
  await expect(similar).toContainText('Similar posts appear here as you type.')
  const before = await details.boundingBox()
  await page.getByLabel('Title').fill('Vote on posts by e-mail')
  await expect(similar.getByText('There are')).toBeVisible()
  expect(await details.boundingBox()).toEqual(before)
  await openSimilarPosts(page)
  await expect(similar.getByRole('listitem').nth(3)).toBeVisible()
  expect((await page.getByRole('button', { name: 'Publish' }).boundingBox())!.height).toBeLessThan(45)
  await page.getByLabel('Title').fill('Drak mode')
  const post = similar.getByRole('listitem').filter({ hasText: 'Reading the board at night' })
  await expect(post.getByRole('link', { name: 'Dark mode' })).toBeVisible()
  expect(await similar.getByRole('listitem').count()).toBeLessThanOrEqual(5)
  await details.fill('My eyes hurt.')
  await post.getByRole('button', { name: /^Vote for Dark mode/ }).click()
  const follow = post.getByRole('button', { name: 'Follow Dark mode' })
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await post.getByRole('button', { name: 'Add as a comment instead' }).click()
  await expect(page).toHaveURL(/\/new-features\/dark-mode/)
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Drak mode\n\nMy eyes hurt.')
  await expect(page.getByRole('button', { name: 'Following everything' })).toBeVisible()
})

test('a visitor follows a similar post after signing in, and the typed text stays @long', async ({
  page,
}) => {
  const person = await createPerson()
  const post = await createPost(null)
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  const title = page.getByLabel('Title')
  await title.fill(post.title)
  await openSimilarPosts(page)
  const follow = page.getByRole('button', { name: `Follow ${post.title}` })
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await follow.click()
  await fillSignIn(page, person)
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expect(title).toHaveValue(post.title)
  const level = async () => {
    const [row] = await sql`
      select level from private.follows where post_id = ${post.id} and person_id = ${person.id}`
    return row?.level
  }
  await expect.poll(level).toBe('all')
})

test('a second post with the same title in a category is questioned @desk @long', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(person.id)
  await signIn(page, person)
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(`${post.title}!`)
  const publish = page.getByRole('button', { name: 'Publish' })
  const question = page.getByRole('alertdialog', { name: `“${post.title}” already exists` })
  await publish.click()
  await question.getByRole('button', { name: 'No' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not published.' })).toBeVisible()
  await publish.click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${post.title}!` })).toBeVisible()
})

test('an author edits; the second of two editors is told and loses nothing @desk', async ({
  page,
  context,
}) => {
  const person = await createPerson()
  const post = await createPost(person.id)
  await signIn(page, person)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(post.path)
    await chooseAction(tab, 'Edit')
    await expect(tab.getByRole('textbox', { name: 'Title' })).toHaveValue(post.title)
  }
  await page.getByRole('textbox', { name: 'Title' }).fill(`${post.title} first`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${post.title} first` })).toBeVisible()
  await expect(page.getByText('edited')).toBeVisible()
  await other.getByRole('textbox', { name: 'Title' }).fill(`${post.title} second`)
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Someone else changed this post while you were editing.')).toBeVisible()
  await expect(other.getByRole('region', { name: 'Their version' })).toContainText(`${post.title} first`)
  await expect(other.getByRole('textbox', { name: 'Title' })).toHaveValue(`${post.title} second`)
  await expectNamed(other)
  await other.getByRole('button', { name: 'Save mine' }).click()
  await expect(other.getByRole('heading', { level: 1, name: `${post.title} second` })).toBeVisible()
  await expect(other).toHaveURL(post.path)
})

test('a deleted post is gone, and can be restored for a moment @desk', async ({ page, allowedStatuses }) => {
  allowedStatuses.add(404)
  const person = await createPerson()
  const post = await createPost(person.id)
  await sql`insert into public.votes (user_id, post_id) values (${person.id}, ${post.id})`
  await signIn(page, person)
  await page.goto(post.path)
  await chooseAction(page, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this post?' })
  await expect(question.getByRole('button')).toHaveText(['No', 'Yes'])
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/bugs')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await page.request.get(post.path)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  expect(await votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
})

test('a vote in an ended session is counted after signing in @desk @long', async ({ page, context }) => {
  const { person, post } = await comeToPost(page)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await context.clearCookies()
  const button = page.getByRole('button', { name: `Vote for ${post.title}` })
  await button.click()
  await fillSignIn(page, person)
  await expect.poll(async () => (await votesOf(post.id))?.rows).toBe(1)
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test('large counts of votes have room in their buttons, which stay aligned', async ({ page }) => {
  const word = `counted${randomUUID().slice(0, 8)}`
  const made = [7, 1_204, 12_048].map((votes) => ({ title: `${word} ${votes}`, votes }))
  const posts = await sql`
    insert into public.posts (category_id, title, votes_total)
    select c.id, t.title, t.votes from public.categories c,
      unnest(${made.map(({ title }) => title)}::text[], ${made.map(({ votes }) => votes)}::integer[]) t(title, votes)
    where c.slug = 'bugs' returning id, slug, votes_total`
  const boxOf = async (button: Locator) => {
    // The fallback font is wider.
    await page.evaluate(() => document.fonts.ready)
    const count = await button.evaluate(({ lastChild }) => {
      const text = document.createRange()
      text.selectNodeContents(lastChild!)
      return text.getBoundingClientRect().toJSON() as DOMRect
    })
    const box = (await button.boundingBox())!
    expect(count.left - box.x, await button.innerText()).toBeGreaterThan(3)
    expect(count.height, await button.innerText()).toBeLessThan(25)
    return [box.x, box.width]
  }
  await page.goto(`/search?q=${word}`)
  const buttons = page.getByRole('article').getByRole('button', { name: word })
  await expect(buttons).toHaveCount(3)
  const boxes = await Promise.all((await buttons.all()).map(boxOf))
  for (const box of boxes) expect(box).toEqual(boxes[0])
  await page.goto(`/bugs/${posts.find((post) => post.votes_total === 12_048)!.slug}`)
  await boxOf(page.getByRole('article').getByRole('button', { name: word }).first())
  await sql`delete from public.posts where id = any (${posts.map(({ id }) => id)})`
})
