import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'

/** Posts nobody else touches, found by a word of their own. */
async function createPosts(count: number) {
  const word = `w${randomUUID().slice(0, 8)}`
  await sql`
    insert into public.posts (category_id, author_id, title, details, created_at)
    select c.id, null, ${word} || ' ' || lpad(n::text, 3, '0'), 'Details', now() - make_interval(mins => n)
    from public.categories c cross join generate_series(1, ${count}) n where c.slug = 'integrations'`
  return word
}

test('an admin sorts, filters and pages through the posts', async ({ page }, { project }) => {
  const admin = await createPerson({ admin: true })
  const word = await createPosts(60)
  await signIn(page, admin)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'A list of all the posts.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort by 0 rules' })).toBeVisible()
  if (project.name === 'desk') {
    const heads = page.getByRole('table').getByRole('columnheader')
    await expect(heads.filter({ hasText: /\S/ })).toContainText(['Created at', 'State', 'Votes', 'Title'])
  }

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Text' }).fill(word)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(page.getByText('60 posts')).toBeVisible()

  await page.getByRole('button', { name: 'Sort by 0 rules' }).click()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('combobox', { name: 'Rule 1', exact: true }).selectOption('title')
  await page.getByRole('combobox', { name: 'Direction of rule 1' }).selectOption('asc')
  await expect(page.getByRole('button', { name: 'Sort by 1 rule' })).toBeVisible()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('button', { name: 'Sort by 2 rules' })).toBeVisible()
  const links = page.getByRole('table').getByRole('link')
  await expect(links.first()).toHaveText(`${word} 001`)
  await expect(links).toHaveCount(50)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(links.first()).toHaveText(`${word} 051`)
  await expect(links).toHaveCount(10)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(links.first()).toHaveText(`${word} 001`)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

  // A cursor of another order, or a made-up one, leads to the first page.
  await page.goto(`/dashboard?q=${word}&sort=title&after=%5B1%2C2%5D`)
  await expect(links.first()).toHaveText(`${word} 001`)

  await page.getByRole('button', { name: 'Delete filters' }).click()
  await expect(page).not.toHaveURL(/q=/)
})

test('an admin chooses all that match, changes their state, deletes them and has them back', async ({
  page,
}) => {
  const admin = await createPerson({ admin: true })
  const word = await createPosts(55)
  await signIn(page, admin)
  await page.goto(`/dashboard?q=${word}`)
  const first = page.getByRole('checkbox', { name: new RegExp(`^Select ${word} 001`) })
  await first.check()
  await expect(page.getByRole('button', { name: 'Delete 1 row', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Select all 55 that match' }).click()
  await expect(page.getByRole('button', { name: 'Delete 55 rows' })).toBeVisible()

  // Somebody else is faster with one of them.
  await sql`update public.posts set state = 'candidate' where title = ${`${word} 003`}`
  const change = page.getByRole('form', { name: 'Change the state of the chosen posts' })
  await change.getByRole('combobox').selectOption('planned')
  await change.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('54 rows are now Planned.').first()).toBeVisible()
  await expect(page.getByText('1 row had been changed by somebody else')).toBeVisible()
  const [states] = await sql`
    select count(*) filter (where state = 'planned')::int as planned,
           count(*) filter (where state = 'candidate')::int as candidate
    from public.posts where title like ${`${word}%`}`
  expect(states).toEqual({ planned: 54, candidate: 1 })

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: 'Select all 55 that match' }).click()
  await page.getByRole('button', { name: 'Delete 55 rows' }).click()
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to delete these posts?' })
    .getByRole('button', { name: 'Yes' })
    .click()
  await expect(page.getByText('0 posts')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('55 posts', { exact: true })).toBeVisible()
  const [log] = await sql`
    select count(*) filter (where action = 'post.delete')::int as deleted,
           count(*) filter (where action = 'post.restore')::int as restored,
           count(*) filter (where action = 'post.state')::int as changed
    from public.audit_log where actor_id = ${admin.id}`
  expect(log).toEqual({ deleted: 55, restored: 55, changed: 54 })
})

test('an unfolded row shows everything and changes state with a public note', async ({ page }) => {
  const admin = await createPerson({ name: 'Careful Admin', admin: true })
  const word = await createPosts(1)
  await signIn(page, admin)
  await page.goto(`/dashboard?q=${word}`)
  const expander = page.getByRole('button', { name: `Show more of ${word} 001` })
  await expander.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('completed')
  await page.getByRole('textbox', { name: 'Public note' }).fill('It is out since today.')
  await page.getByRole('button', { name: 'Save state' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Proposed to Completed')
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('State changed by Careful Admin')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Bugs' })
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('The post is now in Bugs.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Category changed')
  await page.goto(`/bugs/${word}-001`)
  await expect(page.getByText('It is out since today.')).toBeVisible()
  const moved = await page.request.get(`/integrations/${word}-001`, { maxRedirects: 0 })
  expect(moved.status()).toBe(308)
})
