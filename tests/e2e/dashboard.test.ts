import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'

/** Posts that no other test uses, found by a unique word. */
async function createPosts(count: number) {
  const word = `w${randomUUID().slice(0, 8)}`
  await sql`
    insert into public.posts (category_id, author_id, title, details, created_at)
    select c.id, null, ${word} || ' ' || lpad(n::text, 3, '0'), 'Details', now() - make_interval(mins => n)
    from public.categories c cross join generate_series(1, ${count}) n where c.slug = 'integrations'`
  return word
}

test('an admin sorts, filters and pages through posts', async ({ page }, { project }) => {
  const admin = await createPerson({ admin: true })
  const word = await createPosts(60)
  await signIn(page, admin)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'A list of all the posts.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort by 0 rules' })).toBeVisible()
  if (project.name === 'desk') {
    const heads = page.getByRole('table').getByRole('columnheader')
    await expect(heads.filter({ hasText: /\S/ })).toContainText(['Created at', 'State', 'Votes', 'Title'])
    await expect(heads.locator('svg')).toHaveCount(4)
  }

  const text = page.getByRole('searchbox', { name: 'Search posts' })
  await text.fill(word)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(page.getByText('60 posts')).toBeVisible()
  await expect(text).toBeFocused()
  if (project.name === 'desk') expect(await rowShapes(page)).toEqual({ heights: [44], lines: [1] })

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('form', { name: 'Filter' })
  expect(await filter.getByLabel(/^Created/).evaluateAll(countCut)).toBe(0)
  await filter.getByRole('checkbox', { name: 'Planned' }).check()
  await filter.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('0 posts', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all posts' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove filter State: Planned' }).click()
  await expect(page.getByText('60 posts')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()

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
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(links.first()).toHaveText(`${word} 001`)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

  // A cursor from another order, or an invalid one, leads to the first page.
  await page.goto(`/dashboard?q=${word}&sort=title&after=%5B1%2C2%5D`)
  await expect(links.first()).toHaveText(`${word} 001`)

  await page.getByRole('button', { name: 'Delete filters' }).click()
  await expect(page).not.toHaveURL(/q=/)
  await expect(text).toHaveValue('')
})

/** The distinct row heights in pixels, and the number of lines in a row’s text. */
function rowShapes(page: Page) {
  return page
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((rows) => {
      const linesOf = (row: Element) => {
        const middles = ['time', '[aria-haspopup] > span', 'a'].map((part) => {
          const words = document.createRange()
          words.selectNodeContents(row.querySelector(part)!)
          const { top, bottom } = words.getBoundingClientRect()
          return (top + bottom) / 2
        })
        return 1 + middles.filter((middle) => Math.abs(middle - middles[0]!) > 1).length
      }
      const body = rows.slice(1)
      return {
        heights: [...new Set(body.map((row) => Math.round(row.getBoundingClientRect().height)))],
        lines: [...new Set(body.map(linesOf))],
      }
    })
}

/** How many fields are narrower than their content. */
function countCut(fields: Element[]): number {
  return fields.filter((field) => {
    const copy = field.cloneNode() as HTMLElement
    copy.style.cssText = 'position:absolute;width:max-content'
    document.body.append(copy)
    const { width } = copy.getBoundingClientRect()
    copy.remove()
    return width > field.getBoundingClientRect().width
  }).length
}

test('selected posts stay tied to the filter they were selected with, even while selecting @long', async ({
  page,
  allowedStatuses,
}) => {
  // The pointer may rest on the link to a post that is being deleted, which is preloaded.
  allowedStatuses.add(404)
  const admin = await createPerson({ admin: true })
  const word = await createPosts(55)
  await signIn(page, admin)
  await page.goto(`/dashboard?q=${word}`)
  const first = page.getByRole('checkbox', { name: new RegExp(`^Select ${word} 001`) })
  const chosen = page.getByRole('button', { name: /^Delete \d+ rows?$/ })
  await first.check()
  const gate = Promise.withResolvers<void>()
  await page.route('**/dashboard?*', async (route) => {
    if (route.request().method() === 'POST') await gate.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Select all 55 matching posts' }).click()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(`${word} 00`)
  await expect(page.getByRole('checkbox', { name: /^Select w/ })).toHaveCount(9)
  gate.resolve()
  // Announced once the selection is complete.
  await expect(page.getByText('9 posts', { exact: true })).toBeVisible()
  await expect(chosen).toHaveCount(0)
  await first.check()
  await expect(chosen).toHaveText('Delete 1 row')

  await page.goto(`/dashboard?q=${word}&states=proposed`)
  await first.check()
  await page.getByRole('button', { name: 'Delete filters' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(chosen).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/states=proposed/)

  // Someone else deletes one of them first.
  await page.goto(`/dashboard?q=${word}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Select all 55 matching posts' }).click()
  await expect(chosen).toHaveText('Delete 55 rows')
  await expect(page.getByRole('region', { name: 'Selected posts' }).getByRole('button').last()).toHaveText(
    'Delete 55 rows',
  )
  await sql`update public.posts set deleted_at = now(), deleted_by = null where title = ${`${word} 003`}`
  await chosen.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('54 posts deleted.').first()).toBeVisible()
  await expect(page.getByText('1 already deleted.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('54 posts', { exact: true })).toBeVisible()
})

test('an admin selects all matching posts, changes their state, deletes and restores them', async ({
  page,
  allowedStatuses,
}) => {
  // The pointer may rest on the link to a post that is being deleted, which is preloaded.
  allowedStatuses.add(404)
  const admin = await createPerson({ admin: true })
  const word = await createPosts(55)
  await signIn(page, admin)
  await page.goto(`/dashboard?q=${word}`)
  const first = page.getByRole('checkbox', { name: new RegExp(`^Select ${word} 001`) })
  await first.check()
  await expect(page.getByRole('button', { name: 'Delete 1 row', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Select all 55 matching posts' }).click()
  await expect(page.getByRole('button', { name: 'Delete 55 rows' })).toBeVisible()

  // Someone else changes one of them first.
  await sql`update public.posts set state = 'candidate' where title = ${`${word} 003`}`
  await page.getByRole('button', { name: 'Change state' }).click()
  await page.getByRole('menuitemradio', { name: 'Planned' }).click()
  await expect(page.getByText('Moved 54 posts to Planned.').first()).toBeVisible()
  await expect(page.getByText('1 post skipped: changed by someone else')).toBeVisible()
  const [states] = await sql`
    select count(*) filter (where state = 'planned')::int as planned,
           count(*) filter (where state = 'candidate')::int as candidate
    from public.posts where title like ${`${word}%`}`
  expect(states).toEqual({ planned: 54, candidate: 1 })

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Select all 55 matching posts' }).click()
  await page.getByRole('button', { name: 'Delete 55 rows' }).click()
  await expect(page.getByRole('button', { name: /^Select all .* that match/ })).toHaveCount(0)
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to delete these posts?' })
    .getByRole('button', { name: 'Yes' })
    .click()
  await expect(page.getByText('55 posts deleted.').first()).toBeVisible()
  await expect(page.getByText('0 posts', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('55 posts', { exact: true })).toBeVisible()
  const [log] = await sql`
    select count(*) filter (where action = 'post.delete')::int as deleted,
           count(*) filter (where action = 'post.restore')::int as restored,
           count(*) filter (where action = 'post.state')::int as changed
    from public.audit_log where actor_id = ${admin.id}`
  expect(log).toEqual({ deleted: 55, restored: 55, changed: 54 })
})

test('more than ten thousand posts are counted as such and can all be selected @any-width @long', async ({
  page,
}) => {
  test.slow()
  const admin = await createPerson({ admin: true })
  const slug = `past-${randomUUID().slice(0, 8)}`
  const filter = 'from=2001-01-01&to=2001-12-31&max=0'
  await sql`
    insert into public.dashboard_views (owner_id, name, query) values (${admin.id}, ${`Old ${slug}`}, ${filter})`
  // Created without triggers: only the dashboard’s filter finds these.
  const quietly = (run: (as: typeof sql) => Promise<unknown>) =>
    sql.begin(async (as) => {
      await as`set local session_replication_role = replica`
      await run(as as unknown as typeof sql)
    })
  await quietly(
    (as) => as`
      insert into public.posts (category_id, title, slug, created_at)
      select c.id, ${slug}, ${slug} || '-' || n, '2001-02-03' from public.categories c, generate_series(1, 10001) n
      where c.slug = 'integrations'`,
  )
  try {
    await signIn(page, admin)
    await page.goto(`/dashboard?${filter}`)
    await expect(page.getByText('10,000+ posts', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: `Old ${slug} 10,000+` })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: 'Select all 10,000+ matching posts' }).click()
    await expect(page.getByText(/^[\d,]+ so far$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete 10,001 rows' })).toBeVisible({ timeout: 60_000 })
  } finally {
    await quietly((as) => as`delete from public.posts where title = ${slug}`)
  }
})

test('the panel shows a whole post and changes its state with a public note @long', async ({ page }) => {
  const admin = await createPerson({ name: 'Careful Admin', admin: true })
  const word = await createPosts(1)
  await signIn(page, admin)
  await page.goto(`/dashboard?q=${word}`)
  const expander = page.getByRole('button', { name: `Expand ${word} 001` })
  await expander.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move' })).toBeVisible()
  expect(await cutControls(page)).toEqual([])
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('completed')
  await page.getByRole('textbox', { name: 'Public note' }).fill('It is out since today.')
  await page.getByRole('button', { name: 'Save state' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Proposed to Completed')
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('State changed by Careful Admin')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Bugs' })
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Moved to Bugs.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Category changed')
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect(expander).toBeFocused()
  await expect(expander).toHaveAttribute('aria-expanded', 'false')
  await page.goto(`/bugs/${word}-001`)
  await expect(page.getByText('It is out since today.')).toBeVisible()
  const moved = await page.request.get(`/integrations/${word}-001`, { maxRedirects: 0 })
  expect(moved.status()).toBe(308)
})

test('an admin sorts posts by keyboard alone @long', async ({ page }, { project }) => {
  const word = await createPosts(3)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?q=${word}`)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const stateOf = async (post: string) =>
    (await sql`select state from public.posts where title = ${`${word} ${post}`}`)[0]?.state

  // An arrow key only moves through the row’s menu.
  const state = page.getByRole('button', { name: new RegExp(`^State of ${word} 001`) })
  await state.click()
  await expect(page.getByRole('menuitemradio', { name: 'Proposed' })).toBeFocused()
  await press('Escape')
  await expect(state).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Proposed' })).toBeFocused()
  await expectAccessible(page)
  await press('ArrowDown', 'ArrowDown', 'Escape')
  await expect(state).toBeFocused()
  expect(await stateOf('001')).toBe('proposed')
  await press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Proposed' })).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'Candidate' })).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'Planned' })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Moved to Planned.').first()).toBeVisible()
  await expect(state).toHaveAccessibleName(`State of ${word} 001: Planned`)
  await expect(state).toBeFocused()

  // The panel follows the arrow keys through the rows.
  const expander = (post: string) => page.getByRole('button', { name: `Expand ${word} ${post}` })
  await expander('001').focus()
  await press('Enter')
  const title = page.getByRole('heading', { level: 2, name: `${word} 001` })
  await expect(title).toBeVisible()
  if (project.name === 'desk') {
    await press('ArrowDown')
    await expect(expander('002')).toBeFocused()
    await expect(page.getByRole('region', { name: `${word} 002` })).toBeVisible()
    await press('ArrowRight')
    await expect(page.getByRole('region', { name: `${word} 002` })).toBeFocused()
  } else {
    await page.getByRole('button', { name: 'Next post' }).focus()
    await press('Enter')
  }
  await expect(page.getByRole('heading', { level: 2, name: `${word} 002` })).toBeVisible()
  await page.getByRole('combobox', { name: 'State', exact: true }).focus()
  await press('c', 'Enter')
  await expect(page.getByText('Moved to Candidate.').first()).toBeVisible()
  await press('Escape')
  await expect(expander('002')).toBeFocused()
  await expect(title).toBeHidden()

  // When a post is deleted from the panel, the next one opens.
  await press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).focus()
  await press('Enter')
  await page.getByRole('button', { name: 'Yes' }).focus()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: `${word} 003` })).toBeVisible()
  await expect(expander('002')).toBeHidden()
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Undo' }).focus()
  await press('Enter')
  await expect(expander('002')).toBeVisible()
  // A sheet closes when something outside it is used.
  const close = page.getByRole('button', { name: 'Close details' })
  if (project.name === 'desk') await close.focus().then(() => press('Enter'))
  await expect(close).toBeHidden()

  // Several at once.
  await page.getByRole('checkbox', { name: `Select ${word} 002` }).focus()
  await press('Space', 'ArrowDown', 'Space')
  const remove = page.getByRole('button', { name: 'Delete 2 rows' })
  await remove.focus()
  await press('Enter')
  await expect(page.getByRole('button', { name: 'No' })).toBeFocused()
  await press('Enter')
  await expect(remove).toBeFocused()
  if (project.name === 'desk') {
    await page.getByRole('button', { name: 'Change category' }).focus()
    await press('Enter')
    await expect(page.getByRole('menuitemradio').first()).toBeFocused()
    await press('B')
    await expect(page.getByRole('menuitemradio', { name: 'Bugs' })).toBeFocused()
  } else {
    await page.getByRole('region', { name: 'Selected posts' }).getByRole('button', { name: 'More' }).focus()
    await press('Enter')
    await page.getByRole('menuitem', { name: 'Category: Bugs' }).focus()
  }
  await press('Enter')
  await expect(page.getByText('Moved 2 posts to Bugs.').first()).toBeVisible()
  expect(await stateOf('002')).toBe('candidate')
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

/**
 * Controls that lie beyond the right edge, at normal and at double text size; the row of pages scrolls sideways and
 * doesn’t count.
 */
function cutControls(page: Page) {
  return page.evaluate(() => {
    const find = (size: string) => {
      document.documentElement.style.fontSize = size
      return [...document.querySelectorAll('main :is(a, button, input, select)')]
        .filter((control) => !control.closest('nav[aria-label=Dashboard]'))
        .filter((control) => control.getBoundingClientRect().right > window.innerWidth + 0.5)
        .map((control) => `${size} ${control.outerHTML}`)
    }
    return [...find('200%'), ...find('')]
  })
}

test('an admin adds synonyms and sees searches without results @any-width @long', async ({ page }) => {
  const word = `z${randomUUID().replaceAll(/[^a-f]/g, '')}q`
  await page.goto(`/search?q=${word}`)
  await expect(page.getByText("We couldn't find anything.")).toBeVisible()
  // Counted once the page is sent.
  await expect.poll(() => sql`select from private.search_misses where words = ${word}`).toHaveLength(1)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Search terms' }).click()
  const missed = page.getByRole('region', { name: 'No results' })
  await expect(missed.getByRole('link', { name: word, exact: true })).toBeVisible()
  await missed.getByRole('button', { name: `Dismiss ${word}` }).click()
  await expect(missed.getByRole('link', { name: word })).toHaveCount(0)
  const form = page.getByRole('form', { name: 'New group' })
  await form.getByRole('textbox', { name: 'New group' }).fill(word)
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByText('Enter at least two terms')).toBeVisible()
  await form.getByRole('textbox', { name: 'New group' }).fill(`${word}, permanent links`)
  await form.getByRole('button', { name: 'Add' }).click()
  const group = page.getByRole('region', { name: 'Synonyms' }).getByRole('listitem').filter({ hasText: word })
  await expect(group).toContainText(`${word}, permanent links`)
  await group.getByRole('button', { name: 'Edit' }).click()
  await expect(group.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(group.getByRole('button', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await group.getByRole('button', { name: 'Cancel' }).click()
  await group.getByRole('button', { name: 'Edit' }).click()
  await group.getByRole('textbox').fill(`${word}, permanent links, addresses that last`)
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group).toContainText('addresses that last')
  await expectAccessible(page)
  await page.goto(`/search?q=${word}`)
  await expect(page.getByRole('article').first()).toContainText('Permanent links to posts')
  await page.goto('/dashboard/search')
  await group.getByRole('button', { name: 'Delete' }).click()
  await expect(group).toHaveCount(0)
})

test('changing many states shows who will be notified and keeps the recent message @any-width @long', async ({
  page,
}) => {
  const admin = await createPerson({ admin: true })
  const word = await createPosts(2)
  const [told] = await sql`select id from public.posts where title = ${`${word} 001`}`
  await (
    await clientOf(await createPerson())
  )
    .rpc('set_vote', { post_id: Number(told!.id), wanted: true })
    .throwOnError()
  const change = { post_ids: [Number(told!.id)], new_state: 'planned', public_note: 'We begin in spring.' }
  await (await clientOf(admin)).rpc('admin_set_state', change).throwOnError()
  const notes = async () => [
    ...(await sql`
        select e.to_state, e.note from public.post_events e join public.posts p on p.id = e.post_id
        where p.title like ${`${word}%`} order by p.title`),
  ]
  const answer = `Answer ${word}`
  const body = 'Hi {name}, “{title}” is {state}.'
  await (await clientOf(admin)).from('canned_answers').insert({ name: answer, body }).throwOnError()
  await signIn(page, admin)
  await page.goto(`/dashboard?q=${word}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Change state' }).click()
  await page.getByRole('menuitemradio', { name: 'With a note…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the state of 2 posts' })
  await expect(dialog.getByText('Notifies 1 person (1 by email).')).toBeVisible()
  await dialog.getByLabel('State').selectOption('Planned')
  await dialog.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('menuitemradio', { name: answer }).click()
  await expect(dialog.getByLabel('Public note')).toHaveValue('Hi there, “this post” is Planned.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change state' }).click()
  await page.getByRole('menuitemradio', { name: 'Completed' }).click()
  await expect(page.getByText('Moved 2 posts to Completed.').first()).toBeVisible()
  const said = { note: 'We begin in spring.' }
  expect(await notes()).toEqual([
    { to_state: 'completed', ...said },
    { to_state: 'completed', note: null },
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(notes).toEqual([{ to_state: 'planned', ...said }])
  const state = page.getByRole('button', { name: `State of ${word} 001` })
  await expect(state).toContainText('Planned')
  await state.click()
  await page.getByRole('menuitemradio', { name: 'Proposed' }).click()
  await expect(page.getByText('Moved to Proposed.').first()).toBeVisible()
  expect(await notes()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(notes).toEqual([{ to_state: 'planned', ...said }])
})

test('G and a page’s key open it, except while typing or for admin pages @any-width @long', async ({
  page,
}) => {
  await signIn(page, await createPerson({ moderator: true }))
  await page.goto('/dashboard')
  const places = page.getByRole('navigation', { name: 'Dashboard' })
  await page.getByRole('searchbox', { name: 'Search posts' }).press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toHaveValue('gr')
  await page.goto('/dashboard')
  for (const key of ['g', 'w', 'g', 'i']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  // After G, P opens the posts, although it is also one of the inbox’s own keys.
  for (const key of ['g', 'p']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
  await expect(places.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page')
  await expect(places.getByRole('link', { name: /^Inbox [\d,+]+ to review$/ })).toBeVisible()
  await expect(places.getByRole('link', { name: 'Webhooks' })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(places.getByRole('link', { name: 'Reports' })).toBeHidden()
  await places.getByRole('button', { name: 'Posts' }).click()
  await places.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expectAccessible(page)
})

test('Ctrl K finds pages, posts and people and opens them by keyboard @any-width', async ({ page }) => {
  const person = await createPerson()
  const word = await createPosts(1)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/reports')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const field = palette.getByRole('combobox')
  // On a busy machine, the page listens to keys a moment after its buttons.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await field.fill('webh')
  await expect(palette.getByRole('option', { name: 'Webhooks' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill(person.email)
  await palette.getByRole('option', { name: person.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill(word)
  await expect(palette.getByRole('option', { name: new RegExp(`^${word}`) })).toBeVisible()
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${word}`) })).toBeVisible()
})

test('admins read the audit log by area @long', async ({ page, browser, allowedStatuses }, { project }) => {
  allowedStatuses.add(404)
  const admin = await createPerson({ name: 'Careful Admin', admin: true })
  const person = await createPerson({ name: 'Grace Tester' })
  const word = await createPosts(1)
  const client = await clientOf(admin)
  const { data: post } = await client
    .from('posts')
    .select('id')
    .eq('title', `${word} 001`)
    .single()
    .throwOnError()
  await client.rpc('admin_set_state', { post_ids: [post.id], new_state: 'planned' }).throwOnError()
  await client.rpc('block_people', { person_ids: [person.id], reason: 'Spam' }).throwOnError()
  await signIn(page, admin)
  await page.goto('/dashboard/log')
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first()
  await expect(entry(`${word} 001`)).toContainText('State changed')
  await expect(entry('Grace Tester')).toContainText('Person blocked')
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Area' }).getByRole('link', { name: 'People' }).click()
  await expect(page.getByText(`${word} 001`)).toHaveCount(0)
  await expect(entry('Grace Tester')).toContainText('Careful Admin')

  const moderator = await browser.newPage({ baseURL: project.use.baseURL })
  await signIn(moderator, await createPerson({ moderator: true }))
  await moderator.goto('/dashboard/log')
  await expect(moderator.getByText('Person blocked')).toHaveCount(0)
})
