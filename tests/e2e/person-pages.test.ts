import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'
import { createPost, openTools } from './posts'

/** Someone with a post, and a comment and a vote on another. */
async function createWriter() {
  const writer = await createPerson({ name: `Kim ${randomUUID()}` })
  const [own, other] = [await createPost(writer.id), await createPost(null)]
  const words = `Words ${randomUUID()}`
  await sql`insert into public.comments (post_id, author_id, body) values (${other.id}, ${writer.id}, ${words})`
  await sql`insert into public.votes (post_id, user_id) values (${other.id}, ${writer.id})`
  return { writer, own, other, words }
}

test('a name links to what that person wrote, and for the team also to their votes', async ({
  page,
  request,
  allowedStatuses,
}) => {
  const { writer, own, other, words } = await createWriter()
  await page.goto(own.path)
  await page.getByRole('main').getByRole('link', { name: writer.name }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(writer.name)
  const address = new URL(page.url()).pathname
  await expect(page.getByRole('article')).toHaveText(new RegExp(own.title))
  await expect(page.getByRole('link', { name: 'Votes' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Comments/ }).click()
  await expect(page.getByRole('article')).toContainText(words)
  await page.getByRole('link', { name: other.title }).click()
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText(words)
  const html = await (await request.get(address)).text()
  expect(html).toContain('noindex')
  expect(html).not.toContain(writer.email)

  allowedStatuses.add(404)
  const votes = `/dashboard/votes?person=${writer.id}`
  await signIn(page, writer)
  expect((await page.request.get(votes)).status()).toBe(404)
  for (const nobody of [randomUUID(), 'x', '%00', `${writer.id}/votes`, `${writer.id}/posts/x`])
    expect((await request.get(`/people/${nobody}`)).status(), nobody).toBe(404)

  await signIn(page, await createPerson({ moderator: true }))
  await page.goto(address)
  await page.getByRole('link', { name: 'Votes' }).click()
  await expect(page).toHaveURL(votes)
  await expect(page.getByRole('article')).toHaveText(new RegExp(`${other.title}.*Voted`, 's'))
  await expect(page.getByRole('article').getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})

test('the team pages through the votes of a person', async ({ page }) => {
  const { writer, other } = await createWriter()
  await sql`
    with made as (
      insert into public.posts (category_id, title)
      select c.id, ${randomUUID()} || n from public.categories c, generate_series(1, 40) n where c.slug = 'bugs'
      returning id
    )
    insert into public.votes (post_id, user_id) select id, ${writer.id} from made`
  await signIn(page, await createPerson({ moderator: true }))
  await page.goto(`/dashboard/votes?person=${writer.id}`)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toHaveText(/^1–20 of 41/)
  await expect(pages.getByRole('link')).toHaveText(['Next page'])
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(pages).toHaveText(/^21–40 of 41/)
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(pages).toHaveText(/^41–41 of 41/)
  await expect(page.getByRole('article')).toHaveText(new RegExp(other.title))
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect(pages).toHaveText(/^21–40 of 41/)
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect(pages).toHaveText(/^1–20 of 41/)
})

test('a mention leads to the page of the person @desk', async ({ page }) => {
  const { writer, own } = await createWriter()
  const client = await clientOf(await createPerson())
  const said = { post_id: own.id, body: `Thanks @${writer.name}, **well said**`, sent_key: randomUUID() }
  await client.rpc('create_comment', said).throwOnError()
  await page.goto(own.path)
  await page
    .getByRole('article')
    .getByRole('link', { name: `@${writer.name}` })
    .click()
  await expect(page).toHaveURL(`/people/${writer.id}`)
})

test('a mention is a link as soon as a comment is posted or edited @desk', async ({ page }) => {
  const { writer, own } = await createWriter()
  await signIn(page, await createPerson())
  await page.goto(own.path)
  await page.getByRole('textbox', { name: 'Your comment' }).fill(`Thanks @${writer.name}`)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const comment = page.getByRole('article').filter({ hasText: 'Thanks' })
  const mention = comment.getByRole('link', { name: `@${writer.name}` })
  await expect(mention).toBeVisible()
  await comment.getByRole('button', { name: 'Edit this comment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(`Many Thanks, @${writer.name}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(comment).toContainText('Many')
  await expect(mention).toBeVisible()
  await page.reload()
  await expect(comment).toContainText('Many')
  await expect(mention).toHaveAttribute('href', `/people/${writer.id}`)
})

test('a renamed person has one name, and a deleted one no page @long', async ({ page, allowedStatuses }) => {
  const { writer, own } = await createWriter()
  const path = `/people/${writer.id}`
  await page.goto(path)
  await signIn(page, writer)
  await page.goto('/settings')
  const name = `Robin ${randomUUID()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name saved.').first()).toBeVisible()
  for (const place of [path, own.path]) {
    await page.goto(place)
    await expect(page.getByRole('main')).toContainText(name)
    await expect(page.getByRole('main')).not.toContainText(writer.name)
  }
  allowedStatuses.add(404)
  await (await clientOf(writer)).rpc('delete_account', { remove_content: false })
  // Deleted without the site, so the stored page may be shown until it is rendered again.
  await expect.poll(async () => (await page.request.get(path)).status(), { timeout: 90_000 }).toBe(404)
})

test('people find what they posted, voted for and said', async ({ page, request }) => {
  const { writer, own, other, words } = await createWriter()
  for (let n = 0; n < 21; n++) await createPost(writer.id)
  await signIn(page, writer)
  await page.goto('/')
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'My posts and votes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My posts and votes')
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').last()).toContainText(own.title)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  const tabs = page.getByRole('navigation', { name: 'Show' })
  await tabs.getByRole('link', { name: 'Votes' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(other.title)
  await expect(page.getByRole('article').getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await tabs.getByRole('link', { name: 'Comments' }).click()
  await expect(page.getByRole('article')).toContainText(words)
  await expectAccessible(page)
  const answer = await page.request.get('/settings/activity?show=votes')
  expect(answer.headers()['cache-control']).toMatch(/private|no-store/)
  expect(await answer.text()).toContain('noindex')
  const visitor = await request.get('/settings/activity?show=votes', { maxRedirects: 0 })
  expect(await visitor.text()).not.toContain(other.title)
})

const topOf = async (page: Page, role: 'heading' | 'button', name: RegExp) =>
  (await page.getByRole('main').getByRole(role, { name }).first().boundingBox())!.y

test('on a phone, a post reads from title to text, vote, comments and timeline @desk', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { other } = await createWriter()
  for (const who of ['visitor', 'admin']) {
    if (who === 'admin') await signIn(page, await createPerson({ admin: true }))
    await page.goto(other.path)
    if (who === 'admin') await expect(page.getByRole('region', { name: 'Manage this post' })).toBeVisible()
    const tops = [
      await topOf(page, 'heading', new RegExp(other.title)),
      (await page.getByText('Some details.').boundingBox())!.y,
      await topOf(page, 'button', /^Vote for/),
      await topOf(page, 'heading', /^Comments/),
      await topOf(page, 'heading', /^Timeline/),
    ]
    expect(tops, who).toEqual(tops.toSorted((a, b) => a - b))
    expect(tops[3], who).toBeLessThan(600)
  }
  await expect(page.getByLabel('Public note')).toBeHidden()
  await openTools(page)
  await expect(page.getByLabel('Public note')).toBeVisible()
})
