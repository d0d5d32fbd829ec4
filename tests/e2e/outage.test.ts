import type { Page } from 'playwright/test'
import { freshCookie, isSessionCookie } from '../../lib/session/cookie'
import { demoPassword } from '../../supabase/local/demo-accounts'
import { expireCookies } from '../support/session-cookies'
import { expect } from './fixtures'
import { openAsMember, type OwnSite, startAgain, test } from './own-site'
import { typeSignIn } from './people'
import { openCommentForm } from './posts'
import { addAttack, watchRefused } from './refused-scripts'

// One site and one backend, because one test stops what another needs.
test.describe.configure({ mode: 'default' })

const ourFault = 'Something went wrong on our side. Nothing you typed is lost. Try again in a moment.'
const made = ['/', '/?view=table', '/new-features', '/new-features/dark-mode', '/feed.xml', '/sitemap.xml']

let sql: OwnSite['sql']
test.beforeAll(({ own }) => void ({ sql } = own))

// These tests provoke failures: 0 is a refused connection, 500 a failed action or page.
test.beforeEach(({ allowedStatuses }) => {
  for (const status of [0, 500, 503]) allowedStatuses.add(status)
})

/** The address of a post that the build doesn’t know, so that its page comes from this test’s own site. */
async function createPost(title: string): Promise<string> {
  const [row] = await sql`
    insert into public.posts (category_id, title, details)
    select id, ${title}, '' from public.categories where slug = 'bugs' returning slug`
  return `/bugs/${row!.slug}`
}

/** Opens the comment form and types. */
async function typeComment(page: Page, text: string) {
  const form = await openCommentForm(page)
  await form.getByRole('textbox').fill(text)
  return { form, text: form.getByRole('textbox'), send: form.getByRole('button', { name: 'Comment' }) }
}

/** A comment appears before it is saved; this waits until it is saved. */
async function expectSavedOnce(page: Page, body: string): Promise<void> {
  const comment = page.getByRole('article').filter({ hasText: body })
  await expect(comment).toBeVisible()
  await expect(comment.getByText('Sending…')).toBeHidden()
  await expect(comment).toBeVisible()
  expect(await sql`select id from public.comments where body = ${body}`).toHaveLength(1)
}

test('without its backend, the site serves stored pages and reports that it is not ready', async ({
  page,
  request,
  own,
}) => {
  const unmade = await createPost('Never looked at')
  for (const path of made) expect((await request.get(path)).status(), path).toBe(200)
  await own.backend.api.stop()

  for (const path of made) expect((await request.get(path)).status(), path).toBe(200)
  expect((await request.get('/api/health')).status()).toBe(200)
  const ready = await request.get('/api/health/ready')
  expect(ready.status()).toBe(503)
  expect(await ready.json()).toEqual({ status: 'unavailable', database: false, storage: false })
  expect((await page.goto(unmade))!.status()).toBe(500)
  await expect(page.getByRole('heading', { name: '500' })).toBeVisible()

  // These are answered for each request, so they report the outage themselves.
  expect((await request.get('/search?q=never')).status()).toBe(500)
  for (const path of [`${unmade}/feed.xml`, '/api/search?q=never&after=', '/sitemap/7.xml']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(503)
    expect(answer.headers(), path).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
  }

  await startAgain(own, request)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Never looked at' })).toBeVisible()
})

test('a missing page stays missing when it is rendered again', async ({ request, own }) => {
  const paths = ['/-/-', '/never-a-category', '/new-features/never-a-post']
  const answers = () => Promise.all(paths.map((path) => request.get(path)))
  for (const pause of ['none', 'long', 'none']) {
    if (pause === 'long') await own.passTime()
    for (const answer of await answers()) expect(answer.status(), answer.url()).toBe(404)
  }
})

test('the error page runs its own scripts, and one rendered for a request runs no others', async ({
  page,
  own,
  allowedStatuses,
}) => {
  // The image whose inline handler is refused.
  allowedStatuses.add(404)
  const refused = await watchRefused(page)
  const unmade = await createPost('Never looked at, with scripts')
  await own.backend.api.stop()
  for (const path of [unmade, '/search?q=refused']) {
    expect((await page.goto(path))!.status(), path).toBe(500)
    await expect(page.getByRole('heading', { name: '500' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
  }
  expect(refused).toEqual([])

  page.removeAllListeners('console').removeAllListeners('pageerror')
  await addAttack(page, '/search?q=attacked')
  await page.goto('/search?q=attacked')
  await expect.poll(() => refused.length).toBe(3)
  expect(await page.title()).not.toBe('taken')
  await own.backend.api.start()
})

test('stored pages last as long as the backend is away, also those that a vote just changed', async ({
  page,
  request,
  own,
}) => {
  const unmade = await createPost('Asked for in an outage')
  const voted = await createPost('Voted for before an outage')
  const paths = [...made, voted]
  await openAsMember(page, own, voted)
  // This process renders pages of the build again and so knows their cache tags.
  await own.passTime()
  const isStored = async (path: string) => (await request.get(path)).headers()['x-nextjs-cache'] !== 'STALE'
  for (const path of paths) await expect.poll(() => isStored(path), { message: path }).toBe(true)
  await page.getByRole('main').getByRole('button', { name: /vote/i }).first().click()
  const votes = () =>
    sql`select 1 from public.votes v join public.posts p on p.id = v.post_id where ${voted} = '/bugs/' || p.slug`
  await expect.poll(votes).toHaveLength(1)
  await page.goto('about:blank')
  await own.backend.api.stop()

  // 18 minutes.
  for (let round = 0; round < 3; round++) {
    for (const path of paths) expect((await request.get(path)).status(), path).toBe(200)
    await own.passTime()
  }
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200)
  const start = Date.now()
  expect((await request.get(unmade)).status()).toBe(500)
  // Sooner than a read gives up (lib/supabase/fetch-with-fallback.ts), so that no one waits for it.
  expect(Date.now() - start).toBeLessThan(8_000)

  await startAgain(own, request)
  expect((await request.get(unmade)).status()).toBe(200)
  await sql`update public.posts set title = 'Changed while away' where ${voted} = '/bugs/' || slug`
  await own.passTime()
  const isFresh = async () => (await (await request.get(voted)).text()).includes('Changed while away')
  await expect.poll(isFresh).toBe(true)
})

test('typed text survives an outage and is sent without a reload', async ({ page, browser, own }) => {
  const path = await createPost('Commented in an outage')
  await openAsMember(page, own, path)
  const comment = await typeComment(page, 'Half a comment')
  const other = await page.context().newPage()
  await other.goto('/bugs')
  await other.getByRole('button', { name: "What isn't working?" }).click()
  const post = other.getByRole('form', { name: 'New post' })
  await post.getByLabel('Title').fill('Half a post')
  await post.getByRole('textbox', { name: 'Details' }).fill('And its details')
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(path)
  await visitor.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  const { dialog, send } = await typeSignIn(visitor, 'member@example.com', demoPassword)

  await own.backend.api.stop()
  await comment.send.click()
  await post.getByRole('button', { name: 'Publish' }).click()
  await send.click()
  await expect(comment.form.getByText(ourFault)).toBeVisible()
  await expect(comment.text).toHaveValue('Half a comment')
  await expect(post.getByRole('alert')).toHaveText(ourFault)
  await expect(post.getByLabel('Title')).toHaveValue('Half a post')
  await expect(post.getByRole('textbox', { name: 'Details' })).toHaveValue('And its details')
  const silent = "The sign-in service isn't responding. Try again in a moment."
  await expect(dialog.getByRole('alert')).toHaveText(silent)
  await expect(dialog.getByLabel('Email')).toHaveValue('member@example.com')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(demoPassword)

  await own.backend.api.start()
  await comment.send.click()
  await expectSavedOnce(page, 'Half a comment')
  await post.getByRole('button', { name: 'Publish' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Half a post' })).toBeVisible()
  await send.click()
  await expect(visitor.getByRole('button', { name: 'My account' })).toBeVisible()
  expect(own.output()).toContain('"kind":"action"')
  for (const personal of [demoPassword, 'member@example.com', 'Half a', 'eyJ', own.backend.publishableKey])
    expect(own.output()).not.toContain(personal)
  expect(await sql`select title from public.posts where title = 'Half a post'`).toHaveLength(1)
  await visitor.context().close()
})

test('an outage signs no one out whose session must be refreshed', async ({ page, context, own }) => {
  const path = await createPost('Read in an outage')
  await openAsMember(page, own, path)
  await context.addCookies(expireCookies(await context.cookies()))
  // It ends before the session must be refreshed.
  await context.clearCookies({ name: freshCookie })
  await own.backend.api.stop()

  const viewer = await page.request.get('/api/viewer')
  expect(viewer.status()).toBe(503)
  expect(viewer.headers()['set-cookie']).toBeUndefined()
  await page.reload()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  expect((await context.cookies()).some(({ name }) => isSessionCookie(name))).toBe(true)

  await startAgain(own, page.request)
  await page.goto(path)
  await page.getByRole('button', { name: 'My account' }).click()
  await expect(page.getByText('Demo member')).toBeVisible()
  expect((await page.request.get('/settings')).status()).toBe(200)
})

test('a briefly slow backend gets a comment once', async ({ page, own }) => {
  await openAsMember(page, own, await createPost('Commented slowly'))
  const { send } = await typeComment(page, 'A slow comment')
  own.backend.api.pause()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await send.click()
  await sent
  await send.press('Enter')
  await expect(page.getByText('Sending…')).toBeVisible()
  own.backend.api.goOn()
  await expectSavedOnce(page, 'A slow comment')
})

test('no one waits forever for a backend that doesn’t answer', async ({ page, request, own }) => {
  const unmade = await createPost('Never looked at either')
  await openAsMember(page, own, await createPost('Commented for nothing'))
  const comment = await typeComment(page, 'A patient comment')
  own.backend.api.pause()
  const answers = Promise.all(
    [unmade, '/api/health/ready', '/api/health'].map((path) => request.get(path, { timeout: 60_000 })),
  )
  await comment.send.click()
  // Longer than the site itself waits (lib/supabase/fetch-with-timeout.ts).
  await expect(comment.form.getByText(ourFault)).toBeVisible({ timeout: 60_000 })
  await expect(comment.text).toHaveValue('A patient comment')
  expect((await answers).map((answer) => answer.status())).toEqual([500, 503, 200])

  own.backend.api.goOn()
  await expect.poll(async () => (await request.get('/api/health/ready')).status()).toBe(200)
  await comment.send.click()
  await expectSavedOnce(page, 'A patient comment')
})
