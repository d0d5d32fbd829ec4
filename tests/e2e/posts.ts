import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures'
import { createPerson, signIn, sql } from './people'

/** Creates a post for a test, directly in the database. */
export async function createPost(authorId: string | null, details = 'Some details.') {
  const title = `Post ${randomUUID()}`
  const [row] = await sql<{ id: string; slug: string }[]>`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${authorId}, ${title}, ${details} from public.categories where slug = 'bugs' returning id, slug`
  return { id: Number(row!.id), title, path: `/bugs/${row!.slug}` }
}

/** More than a row of a list shows, or 600 characters. */
export const longDetails = `${'A sentence of a long story. '.repeat(45)}\n\nThe end.`

/** In a row of a list, a long text is cut, and read whole there. */
export async function readWhole(row: Locator): Promise<void> {
  const height = async () => (await row.getByText('The end.').boundingBox())!.height
  const cut = await height()
  await row.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(height).toBeGreaterThan(cut)
  await row.getByRole('button', { name: 'Show less', expanded: true }).press('Enter')
  await expect.poll(height).toBe(cut)
}

/** Posts that no other test uses, found by a unique word. */
export async function createPosts(count: number) {
  const word = `w${randomUUID().slice(0, 8)}`
  await sql`
    insert into public.posts (category_id, author_id, title, details, created_at)
    select c.id, null, ${word} || ' ' || lpad(n::text, 3, '0'), 'Details', now() - make_interval(mins => n)
    from public.categories c cross join generate_series(1, ${count}) n where c.slug = 'integrations'`
  return word
}

/** Signs a new member in and opens a new post by someone else. */
export async function comeToPost(page: Page) {
  const person = await createPerson()
  const post = await createPost(null)
  await signIn(page, person)
  await page.goto(post.path)
  return { person, post }
}

/** The comment form, which is a single line until it is clicked. */
export async function openCommentForm(page: Page) {
  await page.getByRole('textbox', { name: 'Your comment' }).click()
  return page.getByRole('form', { name: 'New comment' })
}

export const votesOf = async (id: number) =>
  (
    await sql`select p.votes_total, (select count(*)::int from public.votes v where v.post_id = p.id) as rows
             from public.posts p where id = ${id}`
  )[0]

/** The team's tools beside the open post, which are folded on a phone. */
export async function openTools(page: Page) {
  const tools = page.getByRole('region', { name: 'Manage this post' })
  await tools.locator('summary').waitFor()
  if (!(await tools.getByLabel('State').isVisible())) await tools.locator('summary').click()
  return tools
}

/** The posts that are similar to what is written, which are folded in a narrow form. */
export async function openSimilarPosts(page: Page) {
  const similar = page.getByRole('region', { name: 'Similar posts' })
  await expect(similar.getByText(/^There (is|are) .*similar post/)).toBeVisible()
  const opener = similar.getByRole('button', { name: 'Similar posts', expanded: false })
  if (await opener.isVisible()) await opener.click()
  return similar
}

/** Chooses an item from the open post’s menu. */
export async function chooseAction(
  page: Page,
  name:
    'Edit' | 'Merge' | 'Mark as duplicate' | 'Report' | 'Pin' | 'Unpin' | 'Hide' | 'Block author' | 'Delete',
): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
