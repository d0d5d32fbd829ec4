import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext, Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { runJobs } from './jobs'
import { mailsTo, type CaughtMail } from './mailbox'
import { clientOf, createPerson, sql } from './people'
import { createPost } from './posts'

const { TEST_MAIL_WEBHOOK_SECRET } = process.env as Record<string, string>

/** The emails about posts; the confirmation email comes from the auth service. */
const mailsAboutPosts = (address: string) =>
  mailsTo(address).filter(({ html }) => html.includes('/notifications/mail'))

/** Runs the site’s jobs, as a cron would, until this address has this many emails. */
async function waitForMails(request: APIRequestContext, address: string, count: number): Promise<CaughtMail> {
  const work = async () => {
    // The delay in which an admin may still correct a change is over.
    await sql`
        update private.mail_parts set due_at = now()
        where person_id in (select id from auth.users where email = ${address})
          or address_id in (select id from private.mail_addresses where address = ${address})`
    await runJobs(request)
    return mailsAboutPosts(address).length
  }
  await expect.poll(work, { timeout: 60_000 }).toBe(count)
  return mailsAboutPosts(address).at(-1)!
}

async function setState(post: number, new_state: 'planned' | 'in-progress', public_note: string) {
  const admin = await createPerson({ name: 'Ada Admin', admin: true })
  const client = await clientOf(admin)
  await client.rpc('admin_set_state', { post_ids: [post], new_state, public_note }).throwOnError()
}

const linkIn = ({ html }: CaughtMail) => /href="([^"]+\/notifications\/mail[^"]+)"/.exec(html)![1]!
const tokenIn = (mail: CaughtMail) => new URL(linkIn(mail)).searchParams.get('token')!

async function expectAccessible(page: Page) {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}

test('a voter is emailed the outcome and unsubscribes without signing in', async ({ page, request }) => {
  const voter = await createPerson()
  const post = await createPost(null)
  await (await clientOf(voter)).rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
  await setState(post.id, 'planned', 'We begin in <spring>.')
  const mail = await waitForMails(request, voter.email, 1)
  expect(mail.subject).toBe(`Planned: ${post.title}`)
  for (const words of [
    'Ada Admin moved this from Proposed to Planned.\nFrom the ',
    '> We begin in <spring>.',
    post.path,
    'because you voted for it.',
  ]) {
    expect(mail.text).toContain(words)
  }

  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { level: 1, name: 'Email settings' })).toBeVisible()
  await expect(page.getByText('…@example.com')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('status')).toContainText('Save to stop these emails')
  await page.getByLabel('Once a week').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Saved.')
  await expect(page.getByLabel('Keep sending me updates')).not.toBeChecked()
  await expect(page.getByLabel('Once a week')).toBeChecked()
  await page.goto(linkIn(mail))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Saved.')
  await expect(page.getByLabel('Never')).toBeChecked()
  await page.goto(linkIn(mail))
  await expect(page.getByRole('status')).toHaveText("You've unsubscribed from these emails.")
  await page.getByLabel('Once a week').check()
  await page.getByLabel('Keep sending me updates').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Saved.')

  const follows = async () =>
    (await sql`select level from private.follows where post_id = ${post.id} and person_id = ${voter.id}`).map(
      ({ level }) => level as string,
    )
  // What an email scanner does, and then what an email program’s unsubscribe button does.
  expect((await request.get(`/api/mail/${tokenIn(mail)}`)).url()).toContain('/notifications/mail')
  expect(await follows()).toEqual([])
  const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } }
  expect((await request.post(`/api/mail/${tokenIn(mail)}`, oneClick)).status()).toBe(200)
  expect(await follows()).toEqual(['muted'])
  const wrong = `${tokenIn(mail).slice(0, -1)}${tokenIn(mail).endsWith('0') ? '1' : '0'}`
  for (const token of [wrong, 'x', tokenIn(mail).replace('.set.', '.confirm.')]) {
    const refused = await request.post(`/api/mail/${token}`, { ...oneClick, maxRedirects: 0 })
    expect([refused.status(), await refused.text()]).toEqual([
      404,
      expect.stringContaining('nothing was changed'),
    ])
  }
  expect((await request.post(`/api/mail/${tokenIn(mail)}`, oneClick)).status()).toBe(200)
})

test('an address without an account follows after confirming, and is deleted when it unfollows', async ({
  page,
  request,
}) => {
  const address = `${randomUUID()}@example.com`
  const post = await createPost(null)
  await sql`select public.follow_by_mail(${post.id}, ${address})`
  const confirm = await waitForMails(request, address, 1)
  expect(confirm.subject).toMatch(/^Confirm emails from /)
  expect(JSON.stringify(confirm)).not.toContain(post.title)
  await page.goto(linkIn(confirm))
  const isConfirmed = async () =>
    (await sql`select confirmed_at from private.mail_follows where post_id = ${post.id}`)[0]!.confirmed_at !==
    null
  expect(await isConfirmed()).toBe(false)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('status')).toContainText("You'll get an email when the post's state changes.")
  expect(await isConfirmed()).toBe(true)

  await setState(post.id, 'in-progress', 'We began.')
  await page.goto(linkIn(await waitForMails(request, address, 2)))
  await page.getByLabel('Never (forget my address)').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText("we've forgotten your address")
  expect(await sql`select from private.mail_addresses where address = ${address}`).toHaveLength(0)

  await page.goto(linkIn(confirm))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This link no longer works')).toBeVisible()
})

test('job, email-provider and personal-feed addresses open only with their secrets', async ({ request }) => {
  const person = await createPerson()
  const client = await clientOf(person)
  const post = await createPost(null)
  await client.rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
  await setState(post.id, 'planned', 'For the feed.')

  const headers = { authorization: 'Bearer wrong' }
  const bounce = { address: person.email, reason: 'bounce' }
  expect((await request.post('/api/jobs', { headers })).status()).toBe(401)
  expect((await request.get('/api/jobs')).status()).toBe(401)
  expect((await request.post('/api/mail-events', { headers, data: bounce })).status()).toBe(401)

  const right = { authorization: `Basic ${btoa(`any:${TEST_MAIL_WEBHOOK_SECRET}`)}` }
  const answer = await request.post('/api/mail-events', { headers: right, data: bounce })
  expect(await answer.json()).toEqual({ silenced: 1 })
  await sql`update private.mail_parts set due_at = now() where person_id = ${person.id}`
  await runJobs(request)
  expect(mailsAboutPosts(person.email)).toEqual([])

  const { data: key } = await client.rpc('renew_feed').throwOnError()
  const feed = await request.get(`/api/feeds/${key}.xml`)
  expect(feed.headers()['cache-control']).toContain('no-store')
  expect(await feed.text()).toContain('For the feed.')
  expect(await (await request.get(`/api/feeds/${randomUUID()}.xml`)).text()).not.toContain('<entry>')
})
