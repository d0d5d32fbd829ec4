import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'
import { comeToPost, createPost, longDetails, openCommentForm, openTools, readWhole, votesOf } from './posts'

/** Confirmed accounts without a password and with similar names. */
async function createAccounts(count: number, name: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into auth.users (id, email, email_confirmed_at)
    select id, id || '@example.com', now() from (select gen_random_uuid() as id from generate_series(1, ${count})) made
    returning id`
  const ids = rows.map(({ id }) => id)
  await sql`update public.profiles set name = ${name} where id = any (${ids})`
  return ids
}

/** A person whose reports count. */
async function createTrusted() {
  const person = await createPerson({ name: 'Tess Trusted' })
  await sql`update public.profiles set created_at = now() - interval '8 days' where id = ${person.id}`
  await createPost(person.id)
  return person
}

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text)

test('a post reported by three people is hidden and queued, and they hear the outcome @desk', async ({
  page,
  request,
}) => {
  const [moderator, author] = [
    await createPerson({ name: 'Mo Moderator', moderator: true }),
    await createPerson({ name: 'Avery Author' }),
  ]
  const post = await createPost(author.id, longDetails)
  const [first, second, reporter] = [await createTrusted(), await createTrusted(), await createTrusted()]
  for (const person of [first, second]) {
    const client = await clientOf(person)
    await client.rpc('report', { reason: 'spam', of_post: post.id }).throwOnError()
  }
  await signIn(page, reporter)
  await page.goto(post.path)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this post' })
  const reason = dialog.getByRole('button', { name: 'Off topic' })
  await reason.click()
  await expect(reason).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(toast(page, "We'll let you know what happens.")).toBeVisible()
  await expect.poll(async () => (await request.get(post.path)).status()).toBe(404)

  await page.context().clearCookies()
  await signIn(page, moderator)
  await page.goto('/dashboard/reports')
  const row = page.getByRole('listitem', { name: post.title })
  await expect(row.getByText('hidden until reviewed')).toBeVisible()
  await expect(row.getByText('Off topic')).toBeVisible()
  await readWhole(row)
  await page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Shortcuts' }).getByText('Keep or approve')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog', { name: 'Shortcuts' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await row.focus()
  await page.keyboard.press('l')
  await expect(toast(page, 'Kept.')).toBeVisible()
  await expect(row).toBeHidden()
  await page.keyboard.press('u')
  await expect(toast(page, 'Undone.')).toBeVisible()
  await expect(row).toBeVisible()
  await expect.poll(async () => (await request.get(post.path)).status()).toBe(404)
  await row.focus()
  await page.keyboard.press('h')
  const hide = page.getByRole('dialog', { name: 'Hide this post' })
  await hide.getByRole('button', { name: 'Spam' }).click()
  await hide.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(toast(page, 'Post hidden.')).toBeVisible()
  await expect(row).toBeHidden()
  // Waits for requests of the queue before someone else signs in.
  await page.goto('/')
  await page.context().clearCookies()
  await signIn(page, reporter)
  await page.goto('/notifications')
  await expect(
    page.getByRole('region', { name: 'Your reports' }).getByText('The team has hidden a post you reported'),
  ).toBeVisible()
})

test('a burst of votes is excluded at once and counted again, also one by one @desk @long', async ({
  page,
}) => {
  const moderator = await createPerson({ name: 'Mo Moderator', moderator: true })
  const post = await createPost(null)
  const people = await createAccounts(12, `Voter ${randomUUID().slice(0, 8)}`)
  await sql`update public.profiles set created_at = now() - interval '9 days' where id = any (${people})`
  await sql`insert into public.votes (user_id, post_id) select p, ${post.id} from unnest(${people}::uuid[]) p`
  await signIn(page, moderator)
  await page.goto(post.path)
  const signals = page.getByRole('region', { name: 'Signals' })
  await expect(signals.getByText('12 votes within minutes')).toBeVisible()
  await expectAccessible(page)
  await signals.getByRole('button', { name: 'Exclude the 12 votes from the burst' }).click()
  await expect(toast(page, '12 votes excluded.')).toBeVisible()
  expect(await votesOf(post.id)).toEqual({ votes_total: 0, rows: 12 })
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 12, rows: 12 })
  await expect(signals.getByText('12 votes within minutes')).toBeVisible()

  await page.getByRole('region', { name: 'Voters' }).getByRole('button', { name: 'Who voted' }).click()
  const voters = page.getByRole('dialog', { name: 'Who voted' })
  await expect(voters.getByRole('listitem')).toHaveCount(12)
  await expectAccessible(page)
  await voters
    .getByRole('button', { name: /^Exclude the vote from/ })
    .first()
    .click()
  await expect(voters.getByRole('button', { name: /^Count the vote from/ })).toHaveCount(1)
  await voters.getByRole('button', { name: 'Close' }).click()
  await expect(signals.getByText('1 vote excluded.')).toBeVisible()
  await signals.getByRole('button', { name: 'Count all excluded votes again' }).click()
  await expect(signals.getByText('1 vote excluded.')).toBeHidden()
  expect(await votesOf(post.id)).toEqual({ votes_total: 12, rows: 12 })
})

test('the heading of who voted stays in view at the end of the list @long', async ({ page }) => {
  const moderator = await createPerson({ moderator: true })
  const post = await createPost(null)
  const people = await createAccounts(30, `Voter ${randomUUID().slice(0, 8)}`)
  await sql`insert into public.votes (user_id, post_id) select p, ${post.id} from unnest(${people}::uuid[]) p`
  await signIn(page, moderator)
  await page.goto(post.path)
  await (await openTools(page)).getByRole('button', { name: 'Who voted' }).click()
  const voters = page.getByRole('dialog', { name: 'Who voted' })
  const last = voters.getByRole('listitem').nth(29)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(voters.getByRole('heading', { name: 'Who voted' })).toBeInViewport({ ratio: 1 })
  await expect(voters.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
})

test('who voted is as tall as its rows, and says what excluding does where it can be done @phone @long', async ({
  page,
}) => {
  const moderator = await createPerson({ moderator: true })
  const post = await createPost(null)
  const unknown = `00000000-0000-4000-8002-${randomUUID().slice(-12)}`
  await sql`insert into public.profiles (id, name, placeholder) values (${unknown}, 'Imported', true)`
  await sql`insert into public.votes (user_id, post_id) values (${unknown}, ${post.id})`
  await signIn(page, moderator)
  const voters = page.getByRole('dialog', { name: 'Who voted' })
  const hint = voters.getByText("Excluded votes stay listed but aren't counted.")
  const height = () => voters.evaluate((dialog) => dialog.clientHeight)
  await page.goto(post.path)
  await (await openTools(page)).getByRole('button', { name: 'Who voted' }).click()
  await expect(voters.getByText(/^1 /)).toBeVisible()
  await expect(hint).toBeHidden()
  expect(await height()).toBeLessThan(250)

  const people = await createAccounts(2, `Voter ${randomUUID().slice(0, 8)}`)
  await sql`insert into public.votes (user_id, post_id) select p, ${post.id} from unnest(${people}::uuid[]) p`
  await voters.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Who voted' }).click()
  await expect(voters.getByRole('listitem')).toHaveCount(2)
  await expect(hint).toBeVisible()
  expect(await height()).toBeLessThan(350)
})

test('a person mistaken for a bot loses nothing and sends again @desk @long', async ({ page }) => {
  const { post } = await comeToPost(page)
  const form = await openCommentForm(page)
  await form.getByRole('textbox', { name: 'Your comment' }).fill('I am a person')
  // As a bot does, or a password manager that ignores the hint.
  await form.locator('input[data-trap]').evaluate((field: HTMLInputElement) => (field.value = 'x'))
  await form.getByRole('button', { name: 'Comment' }).click()
  await expect(form.getByText('This looked like it came from a bot')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Your comment' })).toHaveValue('I am a person')
  await form.getByRole('button', { name: 'Comment' }).click()
  await expect(form.getByRole('textbox', { name: 'Your comment' })).toHaveValue('')
  await expect
    .poll(() => sql`select body from public.comments where post_id = ${post.id}`)
    .toEqual([{ body: 'I am a person' }])
})

test('a swipe decides about the open post, and scrolling does not @phone', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  const [first, second] = [await createPost(null), await createPost(null)]
  const word = `w${randomUUID().slice(0, 8)}`
  for (const { id } of [first, second]) {
    await sql`update public.posts set title = ${word} || ' ' || id where id = ${id}`
  }
  await signIn(page, admin)
  await page.goto(`/dashboard?view=inbox&q=${word}`)
  await page.getByRole('option', { name: `${word} ${second.id}` }).click()
  const open = (id: number) => page.getByRole('article', { name: `${word} ${id}` })
  await expect(open(second.id)).toBeVisible()
  const touch = await page.context().newCDPSession(page)
  async function swipe(across: number, down: number) {
    const box = (await open(second.id).isVisible())
      ? await open(second.id).boundingBox()
      : await open(first.id).boundingBox()
    const [x, y] = [195, box!.y + 60]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (let step = 1; step <= 5; step++) {
      const point = { x: x + (across * step) / 5, y: y + (down * step) / 5 }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(0, -150)
  await swipe(60, 0)
  await expect(open(second.id)).toBeVisible()
  await swipe(150, 0)
  await expect(open(first.id)).toBeVisible()
  await expect
    .poll(
      () =>
        sql`select post_id::int from public.post_triage where post_id in ${sql([first.id, second.id])} and looked_at is not null`,
    )
    .toEqual([{ post_id: second.id }])
  await swipe(-150, 0)
  await expect(page.getByRole('dialog', { name: 'Hide this post' })).toBeVisible()
})
