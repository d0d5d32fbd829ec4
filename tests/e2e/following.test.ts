import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { waitForNotices } from './jobs'
import { clientOf, createPerson, fillSignIn, type Person, signIn, sql } from './people'
import { comeToPost, createPost, openCommentForm, openTools } from './posts'

const levelOf = async (post: number, { id }: Person) =>
  (await sql`select level from private.follows where post_id = ${post} and person_id = ${id}`)[0]?.level

test('a follower sees a change in the notifications, and seeing it marks it read', async ({
  page,
  request,
}) => {
  const { person, post } = await comeToPost(page)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Everything' }).click()
  await expect(page.getByRole('button', { name: 'Following everything' })).toBeVisible()
  await expect.poll(() => levelOf(post.id, person)).toBe('all')
  await expectAccessible(page)

  const admin = await createPerson({ name: 'Ada Admin', admin: true })
  const client = await clientOf(admin)
  const change = { post_ids: [post.id], new_state: 'planned', public_note: 'We begin in spring.' }
  await client.rpc('admin_set_state', change).throwOnError()
  const comment = { post_id: post.id, body: `@${person.name} what do you think?`, mentions: [person.id] }
  await client.rpc('create_comment', { ...comment, sent_key: randomUUID() }).throwOnError()
  await waitForNotices(request, person, 2)

  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/')
    await expect(tab.getByRole('button', { name: 'Notifications, 2 new' })).toBeVisible()
  }
  await page.bringToFront()
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link', { name: `New: ${post.title}` })).toBeVisible()
  await expect(panel).toContainText('Moved to Planned by Ada Admin')
  await expect(panel).toContainText('We begin in spring.')
  await expect(panel).toContainText('Ada AdminTeam mentioned you')
  await expectAccessible(page)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()
  await other.close()

  // Opening the post marks its notifications as read, too.
  await client
    .rpc('create_comment', { post_id: post.id, body: 'One more.', sent_key: randomUUID() })
    .throwOnError()
  await waitForNotices(request, person, 3)
  await page.goto(post.path)
  const unread = () => sql`select from private.notices where person_id = ${person.id} and read_at is null`
  await expect.poll(async () => (await unread()).length).toBe(0)
  await page.goto('/notifications')
  await expect(page.getByRole('main')).toContainText('Ada AdminTeam mentioned you, and 1 more comment')
  await expectAccessible(page)

  // This also holds on the narrowest screen at double text size.
  await page.setViewportSize({ width: 320, height: 720 })
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the settings control how a person is notified @long', async ({ page }) => {
  const person = await createPerson({ admin: true })
  const post = await createPost(null)
  await (await clientOf(person)).rpc('follow_post', { post_id: post.id, wanted: 'all' }).throwOnError()
  await signIn(page, person)
  await page.goto('/settings#notifications')
  await page.getByRole('combobox', { name: 'Email frequency', exact: true }).selectOption('Once a week')
  await page.getByRole('combobox', { name: 'Posts you vote for' }).selectOption('Nothing')
  await page.getByLabel('Show notifications on the site').uncheck()
  await page.getByRole('button', { name: 'Save notifications' }).click()
  await expect(page.getByText('Notification settings saved.').first()).toBeVisible()
  const [row] = await sql`select * from private.notice_settings where person_id = ${person.id}`
  expect(row).toMatchObject({
    mail: 'weekly',
    by_vote: 'muted',
    by_post: 'all',
    in_site: false,
    summary: true,
  })

  await page.getByRole('button', { name: 'Turn on' }).click()
  const address = page.getByLabel('Address', { exact: true })
  await expect(address).toHaveValue(/\/api\/feeds\/[\w-]+\.xml$/)
  const first = await address.inputValue()
  await page.getByRole('button', { name: 'Get a new address' }).click()
  await expect(address).not.toHaveValue(first)
  await page.getByRole('button', { name: `Everything: ${post.title}` }).click()
  await page.getByRole('menuitemradio', { name: 'Muted' }).click()
  await expect.poll(() => levelOf(post.id, person)).toBe('muted')
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText('A test email is on its way to you.').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(address).toBeHidden()
})

test('a visitor follows by email alone or with an account', async ({ page }) => {
  const post = await createPost(null)
  const person = await createPerson()
  const address = `${randomUUID()}@example.com`
  await page.goto(post.path)
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await follow.click()
  const dialog = page.getByRole('dialog', { name: `Follow “${post.title}”` })
  await dialog.getByRole('button', { name: 'Follow by email' }).click()
  await expect(dialog.getByText('Enter your email address.')).toBeVisible()
  await dialog.getByLabel('Email').fill(address)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Follow by email' }).click()
  await expect(dialog.getByText('to start following')).toBeVisible()
  const asked = await sql`
    select from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
    where f.post_id = ${post.id} and a.address = ${address} and f.confirmed_at is null`
  expect(asked).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(follow).toBeFocused()

  await follow.click()
  await dialog.getByRole('button', { name: 'Sign in to follow' }).click()
  await fillSignIn(page, person)
  await expect(page.getByRole('button', { name: 'Following everything' })).toBeVisible()
  await expect.poll(() => levelOf(post.id, person)).toBe('all')
})

test('names are completed after @, and people with the same name can be told apart @long', async ({
  page,
  request,
}) => {
  const { post } = await comeToPost(page)
  const twins = await Promise.all(['I am the first.', 'I am the second.'].map((body) => say(post.id, body)))
  const form = await openCommentForm(page)
  const field = form.getByRole('textbox', { name: 'Your comment' })
  await field.pressSequentially('As @kim')
  const list = page.getByRole('listbox', { name: 'People to mention' })
  await expect(list.getByRole('option')).toHaveCount(2)
  await expect(list.getByRole('option').nth(0)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  const second = list.getByRole('option', { name: 'I am the second.' })
  while ((await second.getAttribute('aria-selected')) !== 'true') await field.press('ArrowDown')
  await field.press('Enter')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue('As @Kim Twin ')
  await field.pressSequentially('says.')
  await form.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText('As @Kim Twin says.')).toBeVisible()
  const called = () => sql`
    select m.person_id from private.mentions m join public.comments c on c.id = m.comment_id
    where c.post_id = ${post.id}`
  await expect.poll(async () => (await called()).map(({ person_id }) => person_id)).toEqual([twins[1]!.id])

  // A person mentioned in an edit is notified about the same comment.
  await page.reload()
  await page.getByRole('button', { name: 'Edit this comment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit comment' })
  const edited = dialog.getByRole('textbox', { name: 'Your comment' })
  await expect(edited).toHaveValue('As @Kim Twin says.')
  await edited.press('End')
  await edited.pressSequentially(' And @kim')
  await dialog.getByRole('option', { name: 'I am the first.' }).click()
  await expect(edited).toHaveValue('As @Kim Twin says. And @Kim Twin ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await called()).length).toBe(2)
  await waitForNotices(request, twins[0]!, 1, 'mention')
  await signIn(page, twins[0]!)
  await page.goto('/notifications')
  await expect(page.getByText('Robin Tester mentioned you')).toBeVisible()
})

test('a new post mentions a team member, who is notified @desk @long', async ({ page, request }) => {
  const name = `Twin ${randomUUID()}`
  const [known, silent] = [
    await createPerson({ name, admin: true }),
    await createPerson({ name, admin: true }),
  ]
  await createPost(known.id)
  await signIn(page, await createPerson())
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  const title = `Named ${randomUUID()}`
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  const details = page.getByRole('textbox', { name: 'Details', exact: true })
  await details.pressSequentially(`For @${name.slice(0, 13)}`)
  const list = page.getByRole('listbox', { name: 'People to mention' })
  await expect(list.getByRole('option', { name: 'Wrote the post' })).toContainText(/Joined .+ · 1 post$/)
  await list.getByRole('option', { name: "Hasn't posted yet" }).click()
  await expect(details).toHaveValue(`For @${name} `)
  const meant = page.getByRole('list', { name: 'People mentioned' })
  await expect(meant.getByRole('listitem')).toHaveText([/Joined .+ \d+, \d{4} · 0 posts$/])
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await waitForNotices(request, silent, 1, 'mention')
  await signIn(page, silent)
  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByText('Robin Tester mentioned you in the post')).toBeVisible()
})

async function say(post: number, body: string): Promise<Person> {
  const person = await createPerson({ name: 'Kim Twin' })
  const client = await clientOf(person)
  await client.rpc('create_comment', { post_id: post, body, sent_key: randomUUID() }).throwOnError()
  return person
}

test('an admin sees who a change will notify and which emails were sent @long', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  const post = await createPost(null)
  const voter = await createPerson()
  await (await clientOf(voter)).rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
  const reader = await createPerson({ name: `Reader ${randomUUID()}` })
  await sql`
    insert into private.mails (kind, person_id, post_id, state, attempts, outcome, due_at)
    values ('notices', ${reader.id}, ${post.id}, 'failed', 3, 'The mailbox is full.', now() + interval '1 day')`
  await signIn(page, admin)
  await page.goto(post.path)
  await openTools(page)
  await expect(page.getByText('Notifies 1 person (1 by email).')).toBeVisible()
  await page.goto('/dashboard/mails')
  await expect(page.getByRole('button', { name: 'Set up a mail server' })).toBeVisible()
  // A phone has a select.
  const failed = page.getByRole('link', { name: 'Failed' })
  if (await failed.isVisible()) await failed.click()
  else await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed')
  await expect(page).toHaveURL('/dashboard/mails?state=failed')
  const row = page.getByRole('listitem').filter({ hasText: reader.name })
  await expect(row).toContainText(post.title)
  await expect(row).toContainText('Failed after 3 attempts')
  await expect(row).toContainText('The mailbox is full.')
  await expect(page).toHaveTitle('Emails · Signpost')
  await expectAccessible(page)
})

test('the Follow button no longer names a comment that is deleted', async ({ page }) => {
  await comeToPost(page)
  await (await openCommentForm(page)).getByRole('textbox').fill('Me too')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Following everything' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete this comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
})
