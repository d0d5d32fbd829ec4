import { randomUUID } from 'node:crypto'
import { expectNamed } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, fillSignIn, sql } from './people'
import { comeToPost, createPost, openCommentForm } from './posts'

test('comments are written, replied to, edited and deleted', async ({ page }) => {
  const person = await createPerson({ name: 'Commenting Person' })
  const post = await createPost(null)
  await page.goto(post.path)
  const body = `A comment ${randomUUID()}`
  await (await openCommentForm(page)).getByRole('textbox').fill('x'.repeat(2501))
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(
    page.getByText('The comment is too long, need to be between 1 and 2500 characters.'),
  ).toBeVisible()
  await page.getByRole('form', { name: 'New comment' }).getByRole('textbox').fill(body)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await fillSignIn(page, person)
  await expect(page.getByText(body)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reply to Commenting Person' })).toBeVisible()
  await page.reload()
  await expect(page.getByText(body)).toHaveCount(1)

  await page.getByRole('button', { name: 'Reply to Commenting Person' }).click()
  await page.getByRole('form', { name: 'Reply' }).getByRole('textbox').fill('An answer')
  await page.getByRole('form', { name: 'Reply' }).getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByText('An answer')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Comments 2' })).toBeVisible()
  await expectNamed(page)

  await page.getByRole('button', { name: 'Edit this comment' }).first().click()
  await page.getByRole('dialog').getByRole('textbox').fill(`${body}, edited`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${body}, edited`)).toHaveCount(1)

  await page.getByRole('button', { name: 'Delete this comment' }).first().click()
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to delete this comment?' })
    .getByRole('button', { name: 'Yes' })
    .click()
  await expect(page.getByText('This comment was deleted.')).toBeVisible()
  await expect(page.getByText('Comment deleted.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('This comment was deleted.')).toBeVisible()
  await expect(page.getByText('An answer')).toBeVisible()
})

test('a comment keeps its lines @desk', async ({ page }) => {
  await comeToPost(page)
  const lines = 'One line\nAnother line\nA third\n\nA paragraph'
  await page
    .getByRole('textbox', { name: 'Your comment' })
    .fill(lines.replace('Another line', 'Another line\\'))
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const shown = page.getByRole('article').locator('.prose').last()
  await expect.poll(() => shown.evaluate((element: HTMLElement) => element.innerText)).toBe(lines)
})

test('a link to a comment beyond the first page finds and highlights it @desk @long', async ({ page }) => {
  await page.goto('/long-list?sort=newest')
  const [row] = await sql`
    select c.id, p.slug from public.comments c join public.posts p on p.id = c.post_id
    where c.body = 'Comment number 28'`
  await page.goto(`/long-list/${row!.slug}#comment-${row!.id}`)
  await expect(page.locator(`#comment-${row!.id}`)).toBeInViewport()
  await expect(page.locator(`#comment-${row!.id}`)).toBeFocused()
})

test('a link to a comment finds it among further replies or on another post, or says it is gone @desk @long', async ({
  page,
}) => {
  const [post, other] = [await createPost(null), await createPost(null)]
  const [comment] = await sql`
      insert into public.comments (post_id, body) values (${post.id}, 'Answered often') returning id`
  const replies = await sql`
      insert into public.comments (post_id, parent_id, body)
      select ${post.id}, ${comment!.id}, 'Reply ' || n from generate_series(1, 26) n returning id, body`
  const last = replies.find(({ body }) => body === 'Reply 26')!
  await page.goto(`${post.path}#comment-${last.id}`)
  await expect(page.locator(`#comment-${last.id}`)).toBeFocused()
  await page.goto(`${other.path}#comment-${last.id}`)
  await expect(page).toHaveURL(`${post.path}#comment-${last.id}`)
  await expect(page.locator(`#comment-${last.id}`)).toBeFocused()
  await page.goto(`${other.path}#comment-900000000000`)
  await expect(page.getByText('This comment is no longer available.').first()).toBeVisible()
})

test('typed text survives a session that ended @desk @long', async ({ page, context }) => {
  const { person, post } = await comeToPost(page)
  await (await openCommentForm(page)).getByRole('textbox').fill('Typed before')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await fillSignIn(page, person)
  await expect(page.getByRole('article').getByText('Typed before')).toBeVisible()
  const count = () => sql`select count(*)::int as n from public.comments where post_id = ${post.id}`
  await expect.poll(async () => (await count())[0]!.n).toBe(1)
})
