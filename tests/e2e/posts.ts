import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { createPerson, signIn, sql } from './people'

/** A post of its own for a test, straight in the database. */
export async function createPost(authorId: string | null, details = 'Some details.') {
  const title = `Post ${randomUUID()}`
  const [row] = await sql<{ id: string; slug: string }[]>`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${authorId}, ${title}, ${details} from public.categories where slug = 'bugs' returning id, slug`
  return { id: Number(row!.id), title, path: `/bugs/${row!.slug}` }
}

/** Signs a new member in and opens a new post of nobody's. */
export async function comeToPost(page: Page) {
  const person = await createPerson()
  const post = await createPost(null)
  await signIn(page, person)
  await page.goto(post.path)
  return { person, post }
}

/** The form for a comment, which stands there as a single line until it is clicked. */
export async function openCommentForm(page: Page) {
  await page.getByRole('textbox', { name: 'Your comment' }).click()
  return page.getByRole('form', { name: 'New comment' })
}

export const votesOf = async (id: number) =>
  (
    await sql`select p.votes_total, (select count(*)::int from public.votes v where v.post_id = p.id) as rows
             from public.posts p where id = ${id}`
  )[0]

/** Chooses from the menu of the post that is open. */
export async function chooseAction(
  page: Page,
  name:
    'Edit' | 'Merge' | 'Mark as duplicate' | 'Report' | 'Pin' | 'Unpin' | 'Hide' | 'Block author' | 'Delete',
): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
