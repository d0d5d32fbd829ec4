import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { openWithoutScripts } from './late-scripts'
import { shiftsOf } from './layout-shifts'
import { clientOf, createPerson, fillSignIn, signIn, sql } from './people'
import { chooseAction, createPost, openTools, votesOf } from './posts'

async function expectAccessibleInBothModes(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme))
    // A refreshed page has no title for a moment.
    await expect(page).toHaveTitle(/./)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    expect(found, colorScheme).toEqual([])
  }
}

/** By how many pixels a page is wider than its window. */
const widest = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('an admin moves a post on its own page, and everyone sees that the team did', async ({ page }) => {
  const admin = await createPerson({ name: 'Ada Admin', admin: true })
  const post = await createPost(admin.id, '# A heading')
  await sql`insert into public.votes (user_id, post_id) values (${admin.id}, ${post.id}) on conflict do nothing`
  await signIn(page, admin)
  await page.goto(post.path)
  const desk = page.getByRole('region', { name: 'Manage this post' })
  // On a phone, they are folded.
  const voters = desk.getByRole('region', { name: 'Voters', includeHidden: true })
  await expect(voters).toContainText('Ada Admin')
  // From now on, the browser knows who it shows the page to.
  await page.reload()
  await expect(voters).toContainText('Ada Admin')
  expect(await shiftsOf(page)).toEqual([])
  await openTools(page)
  await desk.getByLabel('State').selectOption('Planned')
  await desk.getByLabel('Public note').fill('We begin **next month**.')
  await desk.getByRole('button', { name: 'Save state' }).click()
  const update = page.getByRole('region', { name: 'Official update' })
  await expect(update).toContainText('We begin next month.')
  await expect(update.locator('strong')).toHaveText('next month')
  await expect(update).toContainText('Ada AdminTeam')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Ada AdminTeam')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByLabel('State')).toHaveValue('proposed')

  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit',
    'Merge',
    'Lock comments',
    'Pin',
    'Hide',
    'Delete',
  ])
  await expectAccessibleInBothModes(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Actions' })).toBeFocused()

  await desk.getByLabel('Category').selectOption('Integrations')
  await desk.getByRole('button', { name: 'Move' }).click()
  await expect(page).toHaveURL(post.path.replace('/bugs/', '/integrations/'))
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()

  await chooseAction(page, 'Edit')
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(post.title)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Actions' })).toBeFocused()
})

test('a post does not shift for members on narrow tablets, where its buttons are tall @desk', async ({
  page,
}) => {
  const [person, other] = [await createPerson(), await createPerson()]
  const post = await createPost(null)
  const body = 'A line\n\n'.repeat(20)
  await sql`insert into public.comments (post_id, author_id, body) values (${post.id}, ${other.id}, ${body})`
  await signIn(page, person)
  for (const width of [640, 700, 767]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(post.path)
    await expect(page.getByRole('button', { name: 'Actions' })).toBeVisible()
    expect(await shiftsOf(page, 0.001), `${width} pixels`).toEqual([])
  }
})

test('nothing moves on narrow screens when scripts arrive late and dates become relative @desk', async ({
  page,
}) => {
  const post = await createPost(null)
  // Names of every length, so that some date only just fits, or only just doesn't, beside a name.
  for (let length = 4; length <= 32; length += 2) {
    const { id } = await createPerson({ name: 'Robin Tester van der Hoeven-Abel'.slice(0, length).trim() })
    await sql`insert into public.comments (post_id, author_id, body, created_at)
      values (${post.id}, ${id}, 'A comment', '2025-09-30')`
  }
  // From now on, the browser has the font.
  await page.goto(post.path)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 2_400 })
    const scripts = await openWithoutScripts(page, post.path)
    await expect(page.getByText('September 30, 2025')).toHaveCount(15)
    scripts.release()
    await expect(page.getByText(/^\d+ (months|years?) ago$/)).toHaveCount(15)
    expect(await shiftsOf(page, 0.001), `${width} pixels`).toEqual([])
    await page.unrouteAll()
  }
})

test('the comments stay in place while a long page comes over a slow network @desk', async ({ page }) => {
  const { id: author } = await createPerson()
  // From now on, the browser has the font.
  await page.goto('/')
  const network = await page.context().newCDPSession(page)
  const speed = { offline: false, latency: 40, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await network.send('Network.emulateNetworkConditions', speed)
  for (const width of [320, 390, 700, 768]) {
    const post = await createPost(null)
    await sql`insert into public.comments (post_id, author_id, body)
      select ${post.id}, ${author}, repeat(gen_random_uuid()::text || ' ', 20) from generate_series(1, 40)`
    await page.setViewportSize({ width, height: 900 })
    await page.goto(post.path)
    await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
    expect(await shiftsOf(page, 0.001), `${width} pixels`).toEqual([])
  }
})

test('nothing moves when a vote survives signing in, or is taken back @desk', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(null)
  // From now on, the browser has the font, without which a title breaks elsewhere.
  await page.goto(post.path)
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 700 })
    await page.context().clearCookies()
    await page.goto(post.path)
    await page.getByRole('button', { name: post.title, pressed: false }).click()
    await fillSignIn(page, person)
    await expect(page.getByRole('button', { name: 'Following updates' })).toBeVisible()
    await expect(page.getByText('because you voted')).toBeVisible()
    await page.getByRole('button', { name: post.title, pressed: true }).click()
    await expect(page.getByText('Get updates on this post')).toBeVisible()
    expect(await shiftsOf(page, 0.001), `${width} pixels`).toEqual([])
  }
})

test('the place of the team’s tools shows that they load @desk', async ({ page }) => {
  const admin = await createPerson({ name: 'Ada Admin', admin: true })
  const post = await createPost(null)
  await signIn(page, admin)
  await page.goto(post.path)
  await expect(page.getByRole('region', { name: 'Voters' })).toBeVisible()
  const scripts = await openWithoutScripts(page, post.path)
  const loading = page.getByRole('complementary').locator('[aria-busy]')
  await expect(loading).toBeVisible()
  scripts.release()
  await expect(page.getByRole('region', { name: 'Voters' })).toBeVisible()
  await expect(loading).toBeHidden()
  expect(await shiftsOf(page)).toEqual([])
})

test('further comments and replies are accessible @long @desk', async ({ page }) => {
  await page.goto('/long-list/long-list-entry-01')
  const addresses = await page
    .getByRole('link', { name: /^Load/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  expect(addresses).toHaveLength(2)
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2 })).toContainText('continued')
    await expectAccessibleInBothModes(page)
  }
})

test('the timeline of an imported post begins with its state, of which no date is known @desk', async ({
  page,
}) => {
  const post = await createPost(null)
  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await page.goto(post.path)
  await expect(timeline).toHaveText([/^Proposed[A-Z]/])
  const imported = await createPost(null)
  await sql.begin(async (write) => {
    await write`set local session_replication_role = replica`
    await write`update public.posts set state = 'completed' where id = ${imported.id}`
  })
  await page.goto(imported.path)
  await expect(timeline).toHaveText([/^Completed$/, /^Proposed[A-Z]/])
})

test('at double text size, posts, lists and the widget fit on the screen @phone', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(person.id, '```\n' + 'code '.repeat(50) + '\n```')
  await page.setViewportSize({ width: 320, height: 720 })
  async function expectToFit(path: string) {
    await page.goto(path)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    expect(await widest(page), path).toBeLessThanOrEqual(0)
  }
  await expectToFit('/new-features')
  await expectToFit('/every-kind/every-kind-of-content')
  await page.route('**/api/changelog/unread*', (route) => route.fulfill({ json: { unread: 3 } }))
  await expectToFit('/embed')
  await expect(page.getByText('3 unread')).toBeAttached()
  expect(await widest(page)).toBeLessThanOrEqual(0)
  expect((await page.getByRole('searchbox').boundingBox())!.width).toBeGreaterThan(200)

  await sql`insert into public.comments (post_id, author_id, body) values (${post.id}, ${person.id}, 'Said')`
  await signIn(page, person)
  await expectToFit(post.path)
  await page.getByRole('button', { name: /^Reply to/ }).click()
  const reply = page.getByRole('form', { name: 'Reply' })
  await expect(reply.getByRole('button', { name: 'Bold' })).toBeVisible()
  expect(await widest(page)).toBeLessThanOrEqual(0)
  await reply.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete this comment' }).click()
  const question = page.getByRole('alertdialog')
  const [text, no] = await Promise.all([
    question.getByRole('heading').boundingBox(),
    question.getByRole('button', { name: 'No' }).boundingBox(),
  ])
  expect(no!.x).toBeGreaterThanOrEqual(text!.x)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('link', { name: 'See all' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  await chooseAction(page, 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('group', { name: 'Code' })).toBeVisible()
  expect(await widest(page)).toBeLessThanOrEqual(0)
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('at double text size, no team page is wider than the screen @phone @long', async ({ page }) => {
  const admin = await createPerson({ name: 'Ada 556fc108-8d54-4daa-9533-d18ea4aad99b', admin: true })
  const member = await createPerson()
  const post = await createPost(member.id)
  await sql`insert into public.comments (post_id, author_id, body) values (${post.id}, ${member.id}, 'Said')`
  await sql`insert into public.post_notes (post_id, author_id, body) values (${post.id}, ${admin.id}, 'Kept')`
  await (await clientOf(await createPerson())).rpc('report', { reason: 'Advertising', of_post: post.id })
  await page.setViewportSize({ width: 320, height: 720 })
  await signIn(page, admin)
  const main = page.getByRole('main')
  for (const [path, sign] of [
    [post.path, main.getByRole('button', { name: 'Delete this note' })],
    ['/dashboard', main.getByRole('table')],
    ['/dashboard?view=inbox', main.getByRole('heading', { level: 1, name: 'Inbox' })],
    ['/dashboard/insights', main.getByRole('heading', { level: 1 })],
    ['/dashboard/settings', main.getByRole('textbox', { name: 'Accent color' })],
    ['/dashboard/settings/states', main.getByRole('textbox', { name: 'Name of Planned' })],
    ['/dashboard/settings/team', main.getByRole('textbox', { name: 'Email addresses' })],
    ['/dashboard/search', main.getByRole('textbox', { name: 'New group' })],
    ['/dashboard/reports', main.getByRole('link', { name: post.title })],
    ['/dashboard/people', main.getByRole('heading', { level: 1 })],
    ['/notifications', main.getByRole('heading', { level: 1 })],
    ['/settings', main.getByRole('textbox', { name: 'Name' })],
  ] as const) {
    await page.goto(path)
    if (path === post.path) await openTools(page)
    await expect(sign.first()).toBeVisible()
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    await expect.poll(() => widest(page), path).toBeLessThanOrEqual(0)
  }
})

test('the comment button covers nothing at the lower edge of the window', async ({ page }) => {
  const post = await createPost(null, 'Words.\n\n'.repeat(60))
  await page.goto(post.path)
  const form = page.getByRole('form', { name: 'New comment' })
  await form.getByRole('textbox').fill('A line\n'.repeat(8))
  await expect(form.getByRole('group', { name: 'Formatting' })).toBeVisible()
  const boxOf = async (name: 'Bold' | 'Comment') =>
    (await form.getByRole('button', { name, exact: true }).boundingBox())!
  const { y } = await boxOf('Bold')
  await page.mouse.wheel(0, y + 10 - page.viewportSize()!.height)
  await expect.poll(async () => (await boxOf('Bold')).y).toBeGreaterThan(page.viewportSize()!.height - 60)
  const [tool, button] = [await boxOf('Bold'), await boxOf('Comment')]
  // Beside the tools, or below them in a narrow form.
  const isBeside = button.x >= tool.x + tool.width
  expect(isBeside || button.y >= tool.y + tool.height).toBe(true)
})

test('a person votes and comments by keyboard alone @long', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(null)
  await signIn(page, person)
  await page.goto(post.path)
  async function tabTo(target: Locator) {
    for (let keys = 0; keys < 30; keys++) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) break
    }
    await expect(target).toBeFocused()
    await expect(target).toBeInViewport()
  }
  await tabTo(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  const vote = page.getByRole('main').getByRole('button', { name: 'Vote for' })
  await tabTo(vote)
  await page.keyboard.press('Space')
  await expect(vote).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page.getByRole('textbox', { name: 'Your comment' }))
  await page.keyboard.type('Said without a mouse')
  await tabTo(page.getByRole('button', { name: 'Comment', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText('Said without a mouse')).toBeVisible()
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
})
