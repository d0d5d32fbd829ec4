import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'
import { longDetails, readWhole } from './posts'

async function createPostOf(person: { id: string }, title: string) {
  const [post] = await sql<{ id: string; slug: string }[]>`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${person.id}, ${title}, ${longDetails} from public.categories where slug = 'new-features'
    returning id, slug`
  return { id: Number(post!.id), address: `/new-features/${post!.slug}` }
}

test('a moderator locks a thread, hides a comment and a post, and reverts it @desk', async ({ page }) => {
  const moderator = await createPerson({ name: 'Mo Moderator', moderator: true })
  const author = await createPerson({ name: 'Avery Author' })
  const title = `Watches ${randomUUID()}`
  const post = await createPostOf(author, title)
  await sql`insert into public.comments (post_id, author_id, body) values (${post.id}, ${author.id}, 'Buy them')`
  await signIn(page, moderator)
  await page.goto(post.address)

  await page.getByRole('button', { name: 'Hide this comment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this comment' })
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Off topic' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('Hidden by the team: Off topic')).toBeVisible()
  await expect(page.getByText('Buy them')).toBeHidden()

  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Lock comments' }).click()
  await expect(page.getByText('Comments are locked.')).toBeVisible()
  await expect(page.getByRole('form', { name: 'New comment' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await page
    .getByRole('dialog', { name: 'Hide this post' })
    .getByRole('textbox', { name: 'Reason' })
    .fill('spam')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/new-features$/)
  expect((await page.request.get(post.address)).status()).toBe(404)

  await page.goto('/dashboard/hidden')
  await readWhole(page.getByRole('listitem').filter({ hasText: title }))
  await expectAccessible(page)
  await page.getByRole('button', { name: `Unhide ${title}` }).click()
  await expect(page.getByText('The post is visible again.').first()).toBeVisible()
  await page.goto(post.address)
  await expect(page.getByText('Hidden by the team: Off topic')).toBeVisible()
})

test('on a phone, the buttons for selected people stay in view @phone', async ({ page }) => {
  const wave = `Wave${randomUUID().slice(0, 8)}`
  const names = Array.from({ length: 20 }, (_, index) => `${wave} ${index}`)
  await Promise.all(names.map((name) => createPerson({ name })))
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard/people?q=${wave}`)
  await page
    .getByRole('checkbox', { name: new RegExp(`^Select ${wave}`) })
    .last()
    .check()
  await expect(page.getByRole('button', { name: 'Block 1' })).toBeInViewport({ ratio: 1 })
  // Where text is large, the header scrolls away, and the buttons are at the top.
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('checkbox').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Block 1' })).toBeInViewport({ ratio: 1 })
})

test('an admin assigns a role, blocks many people with all they wrote, and unblocks them @desk @long', async ({
  page,
}) => {
  const admin = await createPerson({ name: 'Ada Admin', admin: true })
  const wave = `Wave${randomUUID().slice(0, 8)}`
  const people = [await createPerson({ name: `${wave} one` }), await createPerson({ name: `${wave} two` })]
  const posts = [
    await createPostOf(people[0]!, `${wave} first`),
    await createPostOf(people[1]!, `${wave} last`),
  ]
  // Who may not change roles sees them as badges.
  await signIn(page, await createPerson({ moderator: true }))
  await page.goto(`/dashboard/people?q=${admin.id}`)
  const badge = await page.getByRole('listitem').getByText('Admin', { exact: true }).boundingBox()
  expect(badge!.height).toBeLessThan(20)
  await signIn(page, admin)
  await page.goto('/dashboard/people')
  await page.getByRole('searchbox', { name: 'Search people' }).fill(wave)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: wave })).toHaveCount(2)
  await expectAccessible(page)

  await page.getByRole('button', { name: `Role of ${wave} one: Member` }).click()
  await page.getByRole('menuitemradio', { name: 'Moderator' }).click()
  await expect(page.getByRole('checkbox', { name: `Select ${wave} one` })).toBeDisabled()
  await page.getByRole('button', { name: `Role of ${wave} one: Moderator` }).click()
  await page.getByRole('menuitemradio', { name: 'Member' }).click()
  await expect(page.getByRole('checkbox', { name: `Select ${wave} one` })).toBeEnabled()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Block 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block 2 people' })
  await dialog.getByRole('button', { name: 'Spam' }).click()
  await dialog.getByRole('checkbox', { name: 'Also hide everything they wrote' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText('Blocked: spam')).toHaveCount(2)
  for (const { address } of posts) expect((await page.request.get(address)).status()).toBe(404)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Unblock 2' }).click()
  await expect(page.getByText('Blocked: spam')).toHaveCount(0)
  for (const { address } of posts) expect((await page.request.get(address)).status()).toBe(200)
})
