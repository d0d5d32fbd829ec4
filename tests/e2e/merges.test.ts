import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expectAccessible } from './accessible'
import { expect, test, waitForScripts } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'
import { chooseAction, createPost, createPosts, openCommentForm } from './posts'

async function vote(people: string[], post: number): Promise<void> {
  await sql`insert into public.votes (user_id, post_id) select i, ${post}::bigint from unnest(${people}::uuid[]) i`
}

test('an admin merges a post into another and unmerges it from the timeline', async ({ page, request }) => {
  const [admin, first, second] = await Promise.all([
    createPerson({ name: 'Ada Admin', admin: true }),
    createPerson({ name: 'Fay First' }),
    createPerson(),
  ])
  const [stays, goes] = [await createPost(null), await createPost(first.id, 'The same, in *other* words.')]
  await vote([first.id, admin.id], stays.id)
  await vote([first.id, second.id], goes.id)
  const client = await clientOf(first)
  const said = { post_id: goes.id, body: 'Said over there', sent_key: randomUUID() }
  await client.rpc('create_comment', said).throwOnError()
  const path = `${first.id}/${randomUUID()}.png`
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer()
  const stored = await client.storage.from('images').upload(path, picture, { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  const shown = { path, alt: 'A blue area', width: 64, height: 48 }
  await client
    .from('images')
    .insert({ post_id: goes.id, ...shown })
    .throwOnError()

  await signIn(page, admin)
  await page.goto(goes.path)
  await (await openCommentForm(page)).getByRole('textbox').fill('Begun before the merge')
  await chooseAction(page, 'Merge')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Which post is the duplicate?' }).fill(stays.title)
  const found = dialog.getByRole('button', { name: stays.title })
  await expect(found).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(found).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: stays.title })).toBeChecked()
  await expect(dialog.getByText('3', { exact: true })).toBeVisible()
  await expect(dialog).toContainText('1 person voted for both.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge' }).click()

  await expect(page).toHaveURL(stays.path)
  await expect(page.getByRole('heading', { level: 1, name: stays.title })).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText(`“${goes.title}” merged here`)
  await expect(page.getByRole('button', { name: `Vote for ${stays.title}, 3 votes` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText(`From “${goes.title}”`)
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Begun before the merge')
  const pictures = page.getByRole('figure', { name: `From “${goes.title}”` })
  await expect(pictures.getByRole('img', { name: 'A blue area' })).toBeVisible()
  const asked = page.getByRole('region', { name: 'Also requested as' })
  await expect(asked.locator('summary')).not.toHaveCSS('display', 'list-item')
  await asked.getByText(goes.title).click()
  await expect(asked.getByText('in other words.')).toBeVisible()
  await expectAccessible(page)

  const redirect = await request.get(goes.path, { maxRedirects: 0 })
  expect(redirect.status()).toBe(308)
  // Next repeats the header while it stores the answer.
  expect(new Set(redirect.headers().location!.split(', '))).toEqual(
    new Set([`${stays.path}?merged=${goes.id}`]),
  )
  const feed = await request.get(`${goes.path}/feed.xml`, { maxRedirects: 0 })
  expect([feed.status(), feed.headers().location]).toEqual([308, `${stays.path}/feed.xml`])
  const text = async (path: string) => (await request.get(path)).text()
  expect(await text('/bugs/feed.xml')).toContain(`Merged: ${goes.title}`)
  const part = `/sitemap/${Math.floor(goes.id / 10_000)}.xml`
  expect(await text(part)).not.toContain(goes.path)
  expect(await text('/bugs')).not.toContain(goes.title)
  const image = (id: number) => request.get(`/api/share-image/posts/${id}`)
  expect(await (await image(goes.id)).body()).toEqual(await (await image(stays.id)).body())

  await page.reload()
  await timeline.getByRole('button', { name: `Undo the merge of ${goes.title}` }).click()
  await expect(page.getByRole('button', { name: `Vote for ${stays.title}, 2 votes` })).toBeVisible()
  await expect(timeline).not.toContainText(goes.title)
  expect(await text(part)).toContain(goes.path)
  await page.goto(goes.path)
  await expect(page.getByRole('heading', { level: 1, name: goes.title })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText('Said over there')
  await expect(timeline).not.toContainText(stays.title)
})

test('who comes from the address of a merged post reads why', async ({ page }) => {
  const [stays, goes] = [await createPost(null), await createPost(null)]
  const admin = await clientOf(await createPerson({ admin: true }))
  await admin.rpc('merge_posts', { post_ids: [goes.id], into_id: stays.id }).throwOnError()
  const note = page.getByText(`“${goes.title}” was merged into this post.`)

  await page.goto(`${goes.path}#comments`)
  await expect(page).toHaveURL(`${stays.path}?merged=${goes.id}#comments`)
  await expect(page.getByRole('heading', { level: 1, name: stays.title })).toBeVisible()
  await expect(note).toBeVisible()
  await expectAccessible(page)
  for (const query of ['', `?merged=${stays.id}`]) {
    await page.goto(stays.path + query)
    await waitForScripts(page)
    await expect(note).toBeHidden()
  }
})

test('merging keeps the post with more votes unless the admin chooses the other', async ({ page }) => {
  const admin = await createPerson({ admin: true })
  const [more, fewer] = [await createPost(null), await createPost(null)]
  await vote([admin.id], more.id)
  await signIn(page, admin)
  await page.goto(more.path)
  await chooseAction(page, 'Merge')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(fewer.title)
  await dialog.getByRole('button', { name: fewer.title }).click()
  await expect(dialog.getByRole('radio', { name: more.title })).toBeChecked()
})

test('a merge fits the narrowest phone in large text @desk', async ({ page }) => {
  const [post, word] = [await createPost(null), await createPosts(6)]
  await page.setViewportSize({ width: 320, height: 568 })
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(post.path)
  await chooseAction(page, 'Merge')
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(word)
  const found = dialog.getByRole('button', { name: word })
  await expect(found).toHaveCount(6)
  for (const key of [...Array<string>(6).fill('ArrowDown'), ...Array<string>(5).fill('ArrowUp')]) {
    await page.keyboard.press(key)
    await expect(found.and(page.locator(':focus'))).toBeInViewport({ ratio: 1 })
  }
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await dialog.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  await expect(cancel).toBeInViewport({ ratio: 1 })
  await found.first().click()
  await expect(dialog.getByRole('definition')).not.toHaveCount(0)
  const values = await dialog.getByRole('definition').all()
  for (const value of values) expect((await value.boundingBox())!.width).toBeGreaterThan(200)

  await dialog.getByRole('button', { name: 'Merge' }).click()
  const message = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  const [text, undo] = await Promise.all([
    message.getByText(/^Merged “/).boundingBox(),
    message.getByRole('button', { name: 'Undo' }).boundingBox(),
  ])
  expect(text!.width).toBeGreaterThan(180)
  expect(undo!.y).toBeGreaterThanOrEqual(text!.y + text!.height)
})

test('a member reports a duplicate, and an admin decides with one key @long', async ({ page, browser }) => {
  const [member, admin] = await Promise.all([createPerson(), createPerson({ admin: true })])
  const [one, two, three] = [
    await createPost(null, 'w'.repeat(300)),
    await createPost(null),
    await createPost(null),
  ]
  await vote([admin.id], one.id)
  await signIn(page, member)
  await page.goto(two.path)
  await chooseAction(page, 'Mark as duplicate')
  const dialog = page.getByRole('dialog', { name: 'Mark as duplicate' })
  await dialog.getByRole('searchbox').fill(one.title)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: one.title }).click()
  await expect(page.getByText('Thanks. The team will look at both posts.', { exact: true })).toBeVisible()
  const client = await clientOf(member)
  await client.rpc('say_same', { post_id: three.id, other_id: one.id }).throwOnError()

  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, admin)
  await desk.goto('/dashboard/duplicates')
  const pair = (title: string) =>
    desk.getByRole('list', { name: 'Pairs' }).getByRole('listitem').filter({ hasText: title })
  await expect(pair(two.title)).toContainText('1 person says they are the same.')
  await expect(pair(two.title)).toContainText('wwww')
  const beyond = await desk.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  await waitForScripts(desk)
  await expectAccessible(desk)
  await desk.keyboard.press('?')
  const keyOf = (name: string) =>
    desk
      .getByRole('dialog')
      .getByRole('definition')
      .filter({ hasText: name })
      .locator('xpath=preceding-sibling::dt')
  await expect(keyOf('Merge into the first post')).toHaveText('M')
  await expect(keyOf('Keep both')).toHaveText('D')
  await expect(keyOf('Next pair')).toHaveText('J↓')
  await desk.keyboard.press('Escape')
  await pair(two.title)
    .getByRole('button', { name: `Merge into ${one.title}` })
    .press('m')
  await expect(pair(two.title)).toBeHidden()
  await expect(desk.getByText(`Merged “${two.title}” into “${one.title}”.`, { exact: true })).toBeVisible()
  await desk.keyboard.press('u')
  await expect(desk.getByText('Undone.', { exact: true })).toBeVisible()
  const mergeButton = pair(two.title).getByRole('button', { name: `Merge into ${one.title}` })
  await expect(mergeButton).toBeFocused()
  await mergeButton.press('m')
  await expect(pair(two.title)).toBeHidden()
  await pair(three.title).getByRole('button', { name: 'Keep both' }).press('d')
  await expect(
    desk.getByText("Kept both. This pair won't be suggested again.", { exact: true }),
  ).toBeVisible()
  await desk.reload()
  await expect(pair(three.title)).toBeHidden()
  await desk.goto(two.path)
  await expect(desk).toHaveURL(`${one.path}?merged=${two.id}`)
})

test('the focus stays on the page when a merge also removes the next pair @long @desk', async ({ page }) => {
  const [member, admin] = await Promise.all([createPerson(), createPerson({ admin: true })])
  const [one, two, three] = [await createPost(null), await createPost(null), await createPost(null)]
  await vote([admin.id], one.id)
  const client = await clientOf(member)
  for (const other_id of [one.id, three.id])
    await client.rpc('say_same', { post_id: two.id, other_id }).throwOnError()
  await signIn(page, admin)
  await page.goto('/dashboard/duplicates')
  await waitForScripts(page)
  const pairs = page.getByRole('list', { name: 'Pairs' }).getByRole('listitem')
  await pairs
    .filter({ hasText: one.title })
    .getByRole('button', { name: `Merge into ${one.title}` })
    .press('m')
  await expect(pairs.filter({ hasText: two.title })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})
