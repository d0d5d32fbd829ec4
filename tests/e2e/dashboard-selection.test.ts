import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'
import { createPosts } from './posts'

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

test('another post is added to the selected ones before they are merged @desk', async ({ page }) => {
  const word = await createPosts(4)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?q=${word}`)
  for (const number of ['001', '002'])
    await page.getByRole('checkbox', { name: new RegExp(`^Select ${word} ${number}`) }).check()
  await page.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: `${word} 002` }).check()
  const add = dialog.getByRole('button', { name: 'Add another post' })
  await add.click()
  await expect(dialog.getByRole('searchbox', { name: 'Search posts' })).toBeFocused()
  const found = dialog.getByRole('listitem')
  // Until they arrive, the button may move away under the pointer.
  await expect(found.first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(add).toBeFocused()
  await add.click()
  await page.keyboard.type(word)
  await expect(found.filter({ hasText: `${word} 003` })).toBeVisible()
  await expect(found).toHaveCount(2)
  await found
    .filter({ hasText: `${word} 003` })
    .getByRole('button')
    .click()
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await expect(dialog.getByRole('radio', { name: `${word} 002` })).toBeChecked()
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

test('more than ten thousand posts are counted as such and can all be selected @desk @long', async ({
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

test('changing many states shows who will be notified and keeps the recent message @desk @long', async ({
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

test('on a narrow phone with large text, the acts on selected posts take two rows @phone @long', async ({
  page,
}) => {
  await signIn(page, await createPerson({ admin: true }))
  const word = await createPosts(2)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/dashboard?q=${word}`)
  for (const number of ['001', '002'])
    await page.getByRole('checkbox', { name: new RegExp(`^Select ${word} ${number}`) }).check()
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  const acts = page.getByRole('button', { name: /^(Select none|Change state|More|Delete 2 rows)$/ })
  await expect(acts).toHaveCount(4)
  const places = await acts.evaluateAll((buttons) =>
    buttons.map((one) => one.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
  )
  expect(new Set(places).size).toBe(2)
  await page.getByRole('button', { name: 'More' }).click()
  const lines = await page.getByRole('heading', { name: '2 selected' }).evaluate((heading) => {
    const range = document.createRange()
    range.setStart(heading.firstChild!, 2)
    range.setEnd(heading.firstChild!, '2 selected'.length)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})
