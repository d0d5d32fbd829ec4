import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'

const subjects = ['A calendar', 'The export', 'Our billing page', 'A keyboard shortcut', 'The mobile view']
const wishes = [
  'for teams abroad',
  'that opens faster',
  'with fewer steps',
  'in dark rooms',
  'for large files',
]

/** Creates new posts that no other test uses, found by a unique word; the first is the newest. */
async function createPosts(count: number) {
  const word = `w${randomUUID().slice(0, 8)}`
  const posts = Array.from({ length: count }, (_, n) => ({
    title: `${subjects[n % 5]} ${wishes[Math.floor(n / 5) % 5]} ${word} ${n + 1}`,
    details: `Number ${n + 1}. ${subjects[(n + 2) % 5]} would help us every day.`,
  }))
  await sql`
    insert into public.posts (category_id, title, details, created_at)
    select c.id, t.title, t.details, now() - make_interval(mins => t.n::int)
    from unnest(${posts.map(({ title }) => title)}::text[], ${posts.map(({ details }) => details)}::text[])
      with ordinality as t (title, details, n), public.categories c where c.slug = 'bugs'`
  return { word, posts }
}

const listOf = (page: Page) => page.getByRole('listbox', { name: 'Posts to review' })
const openPost = (page: Page, post: { title: string }) =>
  page.getByRole('article', { name: post.title, exact: true })
const statesOf = async (word: string) =>
  Object.fromEntries(
    (
      await sql`
        select coalesce(p.state::text, '') as state, count(*)::int from public.posts p
        join public.post_triage t on t.post_id = p.id
        where p.title like ${`%${word}%`} and t.looked_at is not null group by 1`
    ).map((row) => [row.state, row.count]),
  )

test('an admin decides about thirty posts by keyboard @long @desk', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  const { word, posts } = await createPosts(30)
  await signIn(page, admin)
  await page.goto(`/dashboard?view=inbox&q=${word}`)
  await expect(page.getByText('30 to review')).toBeVisible()
  await expect(openPost(page, posts[0]!).getByText(posts[0]!.details)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
  const toPages = page.getByRole('dialog').getByRole('region', { name: 'Go to' })
  await expect(toPages.getByRole('term').filter({ hasText: /^GK$/ })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Next post' })).toBeInViewport()
  // The inbox’s keys do nothing while a dialog is open.
  await page.keyboard.press('3')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(openPost(page, posts[0]!)).toBeVisible()

  const keys = ['l', '2', '3', '1', '5', 'l', '2', 'l', '1', '4']
  for (const [n, post] of posts.entries()) {
    await expect(openPost(page, post).getByText(post.details)).toBeVisible()
    await page.keyboard.press(keys[n % keys.length]!)
    const next = posts[n + 1]
    await expect(
      next ? openPost(page, next).getByText(next.details) : page.getByText("All done. You're caught up."),
    ).toBeVisible()
  }
  await page.keyboard.press('u')
  await expect(openPost(page, posts[29]!)).toBeVisible()
  const all = { proposed: 15, candidate: 6, planned: 3, 'in-progress': 2, completed: 3 }
  await expect.poll(() => statesOf(word), { timeout: 90_000 }).toEqual(all)
})

test('an admin selects, answers, annotates and tags posts, and undoes it', async ({ page }, { project }) => {
  test.slow()
  const isPhone = project.name !== 'desk'
  const admin = await createPerson({ admin: true })
  const { word, posts } = await createPosts(6)
  const [first, second, third, fourth, , last] = posts
  await signIn(page, admin)
  await page.goto(`/dashboard?view=inbox&q=${word}`)
  await listOf(page).getByRole('option', { name: first!.title }).click()
  const decide = page.getByRole('group', { name: 'Actions' })
  const choose = async (name: string) => {
    if (!isPhone && ['Reviewed', 'Reply', 'Merge', 'Note'].includes(name))
      return decide.getByRole('button', { name, exact: true }).click()
    await decide.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  await choose('Note')
  const note = page.getByRole('form', { name: 'Internal note' })
  await note.getByRole('textbox').fill('Sales asked as well: 3 j k')
  await note.getByRole('button', { name: 'Add note' }).click()
  await expect(openPost(page, second!)).toBeVisible()
  await choose('Reply')
  const reply = page.getByRole('form', { name: 'Reply' })
  await reply.getByRole('textbox').fill('We are looking into it.')
  await reply.getByRole('button', { name: 'Reply' }).click()
  await expect(openPost(page, third!)).toBeVisible()

  await choose('Tags')
  const tags = page.getByRole('dialog', { name: 'Tags' })
  await tags.getByRole('textbox', { name: 'Find or create a tag' }).fill(word)
  await tags.getByRole('textbox').press('Enter')
  await expect(tags.getByRole('checkbox', { name: word })).toBeChecked()
  await expectAccessible(page)
  await tags.getByRole('button', { name: 'Save tags' }).click()
  const undo = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' })
  // It stays while the mouse is over it, above the buttons that come next.
  await undo.hover()
  const [message, buttons] = [await undo.boundingBox(), await decide.boundingBox()]
  expect(message!.y + message!.height).toBeLessThanOrEqual(buttons!.y)
  await expect(openPost(page, third!)).toBeVisible()
  await expect
    .poll(
      () => sql`select from public.post_tags t join public.tags g on g.id = t.tag_id where g.name = ${word}`,
    )
    .toHaveLength(1)
  await undo.click()
  await expect(openPost(page, third!)).toBeVisible()
  await expect
    .poll(
      () => sql`select from public.post_tags t join public.tags g on g.id = t.tag_id where g.name = ${word}`,
    )
    .toHaveLength(0)
  await choose('Hide')
  const hide = page.getByRole('dialog', { name: 'Hide this post' })
  await hide.getByRole('textbox').fill('Advertising')
  await hide.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(openPost(page, fourth!)).toBeVisible()
  await undo.click()
  await expect(openPost(page, third!)).toBeVisible()
  await expect.poll(() => statesOf(word)).toEqual({ proposed: 2 })

  // One decision applies to the whole selection.
  await choose('Select')
  if (isPhone) await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByText('4 selected')).toBeVisible()
  await expectAccessible(page)
  if (isPhone) await listOf(page).getByRole('option', { name: last!.title }).click()
  await choose('Category')
  const category = page.getByRole('dialog', { name: /^Move / })
  const number = await category.getByRole('button', { name: 'Integrations' }).locator('kbd').innerText()
  await page.keyboard.press(number)
  await expect(page.getByText("All done. You're caught up.")).toBeVisible()
  await expect.poll(() => statesOf(word)).toEqual({ proposed: 6 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
})

test('an open post of the inbox fits the smallest phones @phone', async ({ page }) => {
  const { word, posts } = await createPosts(2)
  const author = await createPerson()
  await sql`update public.posts set author_id = ${author.id} where title = ${posts[0]!.title}`
  await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${author.id}, ${'A long title '.repeat(10)}, 'Details' from public.categories where slug = 'bugs'`
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?view=inbox&q=${word}`)
  await listOf(page).getByRole('option', { name: posts[0]!.title }).click()
  await expect(openPost(page, posts[0]!).getByRole('link', { name: 'A long title' })).toBeVisible()
  await expect(openPost(page, posts[0]!).getByRole('button', { name: 'Reviewed' })).toBeInViewport({
    ratio: 1,
  })
  // A state stands below its post's title, not below the votes.
  const similar = openPost(page, posts[0]!)
    .getByRole('region', { name: 'Similar posts' })
    .getByRole('listitem')
    .first()
  const [title, state] = await Promise.all([
    similar.getByRole('link').boundingBox(),
    similar.locator('.state-badge').boundingBox(),
  ])
  expect(state!.x).toBeGreaterThanOrEqual(title!.x)
  const room = await openPost(page, posts[0]!).evaluate((post) => post.scrollWidth - post.clientWidth)
  expect(room).toBeLessThanOrEqual(0)
})

test('the inbox opens at its start, and the open post comes into view with the keys @desk', async ({
  page,
}) => {
  const { word, posts } = await createPosts(3)
  await page.setViewportSize({ width: 568, height: 320 })
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?view=inbox&q=${word}`)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await expect(listOf(page).getByRole('option')).toHaveCount(3)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(listOf(page).getByRole('option', { name: posts[2]!.title })).toBeInViewport({ ratio: 1 })
})

test('similar posts that come late move nothing in the inbox @desk', async ({ page }) => {
  const { word, posts } = await createPosts(6)
  const author = await createPerson()
  await sql`update public.posts set author_id = ${author.id} where title = ${posts[0]!.title}`
  await sql`
    insert into public.comments (post_id, author_id, body)
    select id, ${author.id}, 'A comment' from public.posts where title = ${posts[0]!.title}`
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/similar?*', async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard?view=inbox&q=${word}`)
  const post = openPost(page, posts[0]!)
  const places = () =>
    Promise.all(
      ['Author', 'Voters', 'Comments'].map((name) => post.getByRole('region', { name }).boundingBox()),
    )
  await expect(post.getByRole('region', { name: 'Voters' })).toBeVisible()
  const before = await places()
  release()
  await expect(post.getByRole('region', { name: 'Similar posts' })).toBeVisible()
  expect(await places()).toEqual(before)
})

test('an internal note appears on its post’s page for the team alone @desk @long', async ({
  page,
  playwright,
}) => {
  const admin = await createPerson({ admin: true, name: 'Ada Admin' })
  const { posts } = await createPosts(1)
  const [row] = await sql`select id, slug from public.posts where title = ${posts[0]!.title}`
  const { id, slug } = row as { id: string; slug: string }
  const marker = `m${randomUUID().slice(0, 8)}`
  await signIn(page, admin)
  await page.goto(`/bugs/${slug}`)
  const note = page.getByRole('form', { name: 'Internal note' })
  await note.getByRole('textbox').fill(`Only for us: ${marker}`)
  await note.getByRole('button', { name: 'Add note' }).click()
  const team = page.getByRole('region', { name: 'For the team' })
  await expect(team.getByText(marker)).toBeVisible()
  await team.getByRole('button', { name: 'Add tags' }).click()
  const tags = page.getByRole('dialog', { name: 'Tags' })
  await tags.getByRole('textbox').fill(marker)
  await tags.getByRole('textbox').press('Enter')
  await tags.getByRole('button', { name: 'Save tags' }).click()
  await expect(team.getByText(marker)).toHaveCount(2)
  await expectAccessible(page)
  await page.goto(`/dashboard?tags=${marker}`)
  await page.getByRole('button', { name: `Expand ${posts[0]!.title}` }).click()
  await expect(
    page.getByRole('region', { name: 'For the team' }).getByText(`Only for us: ${marker}`),
  ).toBeVisible()

  const visitor = await playwright.request.newContext({ baseURL: process.env.TEST_SITE_URL })
  const addresses = [
    '/',
    '/bugs',
    `/bugs/${slug}`,
    `/bugs/${slug}?_rsc=1`,
    `/search?q=${marker}`,
    `/api/search?q=${marker}`,
    `/api/similar?title=${marker}`,
    `/api/triage?posts=${id}`,
    `/api/signals?post=${id}`,
    `/api/voters?post=${id}`,
    `/api/comments?post=${id}&after=`,
    '/api/posts?after=',
    `/search?q=${marker}&_rsc=1`,
    '/sitemap.xml',
    '/sitemap/1',
    '/dashboard/export',
    '/feed.xml',
    '/bugs/feed.xml',
    `/bugs/${slug}/feed.xml`,
  ]
  for (const address of addresses) {
    const headers: Record<string, string> = address.includes('_rsc') ? { RSC: '1' } : {}
    const answer = await visitor.get(address, { headers })
    expect(await answer.text(), address).not.toContain(`us: ${marker}`)
  }
  expect((await visitor.get(`/api/triage?posts=${id}`)).status()).toBe(404)
  await visitor.dispose()
})
