import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'
import { chooseAction, createPost, openTools, votesOf } from './posts'

test('an admin saves a reply, and the team uses it on a post @desk', async ({ page }) => {
  const name = `Thanks ${randomUUID().slice(0, 8)}`
  const author = await createPerson({ name: 'Kim Example' })
  const admin = await createPerson({ admin: true })
  const post = await createPost(author.id)
  await signIn(page, admin)
  await page.goto('/dashboard/settings/replies')
  await page.getByRole('button', { name: 'Add reply' }).click()
  const form = page.getByRole('form', { name: 'Saved reply' })
  await form.getByLabel('Name').fill('x'.repeat(61))
  await expect(form.getByText('61 / 60')).toBeVisible()
  await form.getByLabel('Name').fill('x'.repeat(49))
  await expect(form.getByText('49 / 60')).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await expect(form.getByText('/ 60')).toBeHidden()
  await form.getByLabel('Text').fill('Thank you, {name}. “{title}” is {state}.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()

  await page.goto(post.path)
  const comment = page.getByRole('form', { name: 'New comment' })
  const field = comment.getByRole('textbox')
  await field.fill('Hello! ')
  await comment.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await expect(field).toHaveValue(`Hello! Thank you, Kim. “${post.title}” is Proposed.`)
  await expect(field).toBeFocused()
  await field.fill('')

  const desk = await openTools(page)
  await desk.getByLabel('State').selectOption('Planned')
  await desk.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('menuitemradio', { name }).click()
  const note = `Thank you, Kim. “${post.title}” is Planned.`
  await expect(desk.getByLabel('Public note')).toHaveValue(note)
  await desk.getByRole('button', { name: 'Save state' }).click()
  await expect(page.getByRole('region', { name: 'Official update' })).toContainText(note)
})

test('the team plans a post, votes on behalf of someone and pins it @desk', async ({ page }) => {
  const admin = await createPerson({ name: 'Ada Admin', admin: true })
  const caller = await createPerson({ name: `Caller ${randomUUID().slice(0, 8)}` })
  const post = await createPost(null)
  await signIn(page, admin)
  await page.goto(post.path)
  const team = page.getByRole('region', { name: 'For the team' })
  await team.getByRole('button', { name: 'Assign and set quarter' }).click()
  const plan = page.getByRole('dialog', { name: 'Plan' })
  await plan.getByLabel('Assigned to').selectOption(admin.id)
  await plan.getByLabel('Expected').selectOption({ index: 2 })
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Save plan' }).click()
  await expect(team.getByText('Assigned to Ada Admin')).toBeVisible()
  await expect(team.getByText(/^Expected Q\d \d{4}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(team.getByRole('button', { name: 'Assign and set quarter' })).toBeVisible()

  const voters = page.getByRole('region', { name: 'Voters' })
  await voters.getByRole('button', { name: "Vote on someone's behalf" }).click()
  const form = page.getByRole('form', { name: "Vote on someone's behalf" })
  await form.getByRole('searchbox').fill(caller.name)
  const found = form.getByRole('radio', { name: caller.name })
  const ground = (field: Locator) => field.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await ground(found)).toBe(await ground(form.getByRole('searchbox')))
  await found.check()
  await form.getByLabel('Why').fill('Asked on the phone')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add vote' }).click()
  await expect(voters.getByRole('listitem').filter({ hasText: caller.name })).toHaveCount(1)
  expect(await votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })

  const address = `caller-${randomUUID()}@example.org`
  await voters.getByRole('button', { name: "Vote on someone's behalf" }).click()
  await form.getByRole('searchbox').fill(address)
  // A whole address is a choice. Part of one isn't.
  await expect(form.getByRole('radio', { name: address })).toBeChecked()
  await form.getByRole('searchbox').fill('caller')
  await form.getByRole('button', { name: 'Add vote' }).click()
  await expect(form.getByRole('searchbox')).toHaveAccessibleDescription(/^Choose a person below/)
  await expect(form.getByRole('searchbox')).toBeFocused()
  await form.getByRole('searchbox').fill(address)
  await expect(form.getByRole('radio', { name: address })).toBeChecked()
  await form.getByLabel('Why').fill('Wrote to support')
  await form.getByRole('button', { name: 'Add vote' }).click()
  await expect(voters.getByRole('listitem').filter({ hasText: address })).toHaveCount(1)
  await voters.getByRole('button', { name: 'Who voted' }).click()
  const list = page.getByRole('dialog', { name: 'Who voted' })
  await expect(list.getByText('Added by Ada Admin: Asked on the phone')).toBeVisible()
  await expect(list.getByText('Added by Ada Admin: Wrote to support')).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('button', { name: `Remove the vote for ${address}` }).click()
  await expect(list.getByText('Wrote to support')).toBeHidden()
  expect(await votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(voters.getByRole('listitem').filter({ hasText: address })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(voters.getByRole('listitem').filter({ hasText: address })).toHaveCount(1)
  expect(await votesOf(post.id)).toEqual({ votes_total: 2, rows: 2 })

  const title = `First ${randomUUID()}`
  const [pinned] = await sql`
    insert into public.posts (category_id, title) select id, ${title} from public.categories where slug = 'integrations'
    returning slug`
  await page.goto(`/integrations/${pinned!.slug}`)
  await chooseAction(page, 'Pin')
  await expect(page.getByText('Pinned to the top of its category.').first()).toBeVisible()
  await page.goto('/integrations')
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('Pinned')
  await page.goto(`/integrations/${pinned!.slug}`)
  await chooseAction(page, 'Unpin')
  await expect(page.getByText('Unpinned.').first()).toBeVisible()
})

test('the heading of the team’s tools stays in place when they open above comments @desk', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 720 })
  const post = await createPost(null)
  await sql`
    insert into public.comments (post_id, author_id, body)
    select ${post.id}, null, 'Comment ' || n from generate_series(1, 20) n`
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(post.path)
  const heading = page.getByText('Manage this post', { exact: true })
  await expect(heading).toBeVisible()
  const top = async () => (await heading.boundingBox())!.y
  await heading.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 150))
  await expect.poll(top).toBeLessThan(200)
  const before = await top()
  await heading.click()
  await expect(page.getByRole('combobox', { name: 'Category', exact: true })).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThan(2)
})
