import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'
import { chooseAction, comeToPost, openCommentForm, votesOf } from './posts'

test('an extra click and a lost answer count no vote twice', async ({ page, allowedStatuses }) => {
  const { post } = await comeToPost(page)
  // Clicks before the page’s scripts run don’t count, and the number of clicks must be odd.
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  const button = page.getByRole('button', { name: `Vote for ${post.title}` })
  // The first answer is lost.
  let isLost = false
  let isOver = false
  await page.route(`**${post.path}`, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
    isOver = true
  })
  // The browser’s message about the lost answer.
  allowedStatuses.add(0)
  await button.click()
  await button.click()
  await button.click()
  await expect(button).toHaveText('1')
  await expect.poll(() => isOver).toBe(true)
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test('a lost answer publishes no post twice @long', async ({ page, allowedStatuses }) => {
  allowedStatuses.add(0)
  const person = await createPerson()
  const title = `An idea ${randomUUID()}`
  await signIn(page, person)
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(title)
  await page.route('**/bugs', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('form', { name: 'New post' }).getByRole('alert')).toHaveText(
    "Can't reach the site. Check your connection and try again.",
  )
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.unroute('**/bugs')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await sql`select 1 from public.posts where title = ${title}`).toHaveLength(1)
})

test('a lost answer creates no comment twice @long', async ({ page, allowedStatuses }) => {
  allowedStatuses.add(0)
  const { post } = await comeToPost(page)
  const form = await openCommentForm(page)
  await form.getByRole('textbox').fill('Said once')
  let lost = 0
  await page.route(`**${post.path}`, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await form.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('article').getByText('Said once')).toBeVisible()
  await expect(page.getByText('Sending…')).toBeHidden()
  expect(lost).toBe(1)
  expect(await sql`select 1 from public.comments where post_id = ${post.id}`).toHaveLength(1)
})

for (const kind of ['comment', 'post'] as const)
  test(`reloading before the answer creates no ${kind} twice @long`, async ({ page, allowedStatuses }) => {
    allowedStatuses.add(0)
    const { post } = await comeToPost(page)
    const text = `Said once ${randomUUID()}`
    const field = page.getByLabel(kind === 'post' ? 'Title' : 'Your comment')
    const send = page.getByRole('button', { name: kind === 'post' ? 'Publish' : 'Comment', exact: true })
    const rows = () =>
      kind === 'post'
        ? sql`select 1 from public.posts where title = ${text}`
        : sql`select 1 from public.comments where body = ${text}`
    const open = async () => {
      if (kind === 'post' && !(await field.isVisible()))
        await page.getByRole('button', { name: "What isn't working?" }).click()
      if (kind === 'comment') await openCommentForm(page)
    }
    if (kind === 'post') await page.goto('/bugs')
    await open()
    await field.fill(text)
    const stored = Promise.withResolvers<void>()
    let isLost = false
    await page.route(kind === 'post' ? '**/bugs' : `**${post.path}`, async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.fallback()
      isLost = true
      // Leaves the page before the answer arrives.
      await route.fetch()
      stored.resolve()
    })
    await send.click()
    await stored.promise
    await page.reload()
    await open()
    await expect(field).toHaveValue(text)
    await send.click()
    if (kind === 'post') {
      // The post that the question refers to is the same one.
      await page.getByRole('button', { name: 'Yes', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible()
    } else {
      // The page may already show the stored comment beside the one being sent.
      await expect(page.getByRole('article').getByText(text)).toHaveCount(1)
      await expect(page.getByText('Sending…')).toBeHidden()
    }
    await expect.poll(rows).toHaveLength(1)
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
    await expect.poll(drafts).toEqual([])
    expect(await rows()).toHaveLength(1)
  })

test('without a connection, a vote and a dialog wait or say why, and the page stays', async ({
  page,
  context,
  allowedStatuses,
}) => {
  const { post } = await comeToPost(page)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const form = await openCommentForm(page)
  await form.getByRole('textbox').fill('Half a comment')
  allowedStatuses.add(0)
  await context.setOffline(true)
  const button = page.getByRole('button', { name: `Vote for ${post.title}` })
  await button.click()
  await expect(
    page.getByText("Can't reach the site. Check your connection and try again.", { exact: true }),
  ).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await chooseAction(page, 'Report')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
  await expect(form.getByRole('textbox')).toHaveValue('Half a comment')
  await context.setOffline(false)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await button.click()
  await expect.poll(() => votesOf(post.id)).toEqual({ votes_total: 1, rows: 1 })
})
