import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { runJobs } from './jobs'
import { clientOf, createPerson, signIn, sql } from './people'
import { createPost } from './posts'

/** Creates a published entry. */
async function publishEntry(
  title: string,
  posts: number[] = [],
  body = 'Now *everywhere*.\n\n## More\n\n- One',
) {
  const client = await clientOf(await createPerson({ admin: true }))
  const { data } = await client
    .rpc('admin_save_entry', { entry_id: null, new_title: title, new_body: body, posts, labels: [1] })
    .single()
    .throwOnError()
  const { id, slug } = data as { id: number; slug: string }
  await client.rpc('admin_publish_entry', { entry_id: id }).throwOnError()
  return { id, slug, client }
}

test('an admin writes, previews and publishes an entry, and everyone reads it at once', async ({
  page,
  browser,
  request,
}, { project }) => {
  const title = `Dark mode ${randomUUID()}`
  const post = await createPost(null)
  const unused = randomUUID().slice(0, 8)
  await sql`insert into public.changelog_labels (name, slug) values (${unused}, ${unused})`
  await signIn(page, await createPerson({ admin: true }))
  await page.goto(`/dashboard/changelog/edit?posts=${post.id}`)
  const form = page.getByRole('form', { name: 'Entry' })
  await expect(form.getByLabel('Title')).toHaveValue(post.title)
  await form.getByLabel('Title').fill(title)
  await form.getByRole('textbox', { name: 'Text' }).fill('It is **here**.')
  await page.getByLabel('New', { exact: true }).check()
  await expect(page.getByText('Draft saved.').first()).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.reload()
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('New', { exact: true })).toBeChecked()

  const hidden = await request.get('/changelog')
  expect(await hidden.text()).not.toContain(title)
  await page.getByRole('link', { name: 'Open preview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish entry' })
  await expect(dialog.getByLabel('Move 1 linked post to Completed')).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/\/changelog\/dark-mode-/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const path = new URL(page.url()).pathname

  const quiet = await browser.newContext({ javaScriptEnabled: false, baseURL: project.use.baseURL })
  const reader = await quiet.newPage()
  await reader.goto('/changelog')
  await expect(reader.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(
    reader.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Changelog' }).first(),
  ).toBeAttached()
  const labels = reader.getByRole('navigation', { name: 'Labels' })
  await expect(labels.getByRole('link', { name: unused })).toHaveCount(0)
  await labels.getByRole('link', { name: 'New', exact: true }).click()
  await reader.getByRole('link', { name: title }).click()
  await expect(reader.getByRole('link', { name: post.title })).toBeVisible()
  await expect(reader.getByText(/^\d+ votes?$/)).toBeVisible()
  await reader.getByRole('link', { name: /^Older/ }).click()
  await expect(reader.getByRole('heading', { level: 1 })).not.toHaveText(title)
  await expect(reader.getByRole('link', { name: /^Newer/ })).toBeVisible()
  await quiet.close()

  const feed = await (await request.get('/changelog/feed.xml?label=new')).text()
  expect(feed).toContain(title)
  expect((await request.get('/changelog/feed.xml?label=nothing')).status()).toBe(404)
  const image = /property="og:image" content="([^"]+)"/.exec(await (await request.get(path)).text())
  expect((await request.get(image![1]!.replaceAll('&amp;', '&'))).headers()['content-type']).toBe('image/png')

  await page.goto(`/dashboard/changelog`)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Unpublish…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible()
  expect((await request.get(path)).status()).toBe(404)
  expect(await (await request.get('/changelog')).text()).not.toContain(title)
  expect(await (await request.get('/changelog/feed.xml')).text()).not.toContain(title)
  expect((await request.get(image![1]!.replaceAll('&amp;', '&'))).status()).toBe(404)
  await sql`delete from public.changelog_labels where name = ${unused}`
})

test('a scheduled entry shows at once when the worker publishes it', async ({ request }) => {
  const title = `On time ${randomUUID()}`
  const client = await clientOf(await createPerson({ admin: true }))
  const draft = { entry_id: null, new_title: title, new_body: '', labels: [1] }
  const { data } = await client.rpc('admin_save_entry', draft).single().throwOnError()
  const { id, slug } = data as { id: number; slug: string }
  const at_moment = new Date(Date.now() + 3_600_000).toISOString()
  await client.rpc('admin_publish_entry', { entry_id: id, at_moment }).throwOnError()
  const lists = ['/changelog', '/changelog/label/new', '/changelog/feed.xml']
  const read = async () =>
    Promise.all(lists.map(async (path) => (await (await request.get(path)).text()).includes(title)))
  expect(await read()).toEqual([false, false, false])
  expect((await request.get(`/changelog/${slug}`)).status()).toBe(404)
  await sql`update public.changelog_entries set publish_at = now() where id = ${id}`
  const wrong = { authorization: 'Bearer wrong' }
  expect((await request.post('/api/changes', { headers: wrong })).status()).toBe(401)
  expect((await runJobs(request)).status()).toBe(200)
  expect(await read()).toEqual([true, true, true])
  expect((await request.get(`/changelog/${slug}`)).status()).toBe(200)
})

test('a list has further pages without JavaScript, and old addresses still work @long', async ({
  browser,
  request,
}, { project }) => {
  const name = randomUUID()
  const entries = []
  for (let count = 0; count < 11; count++) entries.push(await publishEntry(`Entry ${count} ${name}`))
  const { id, slug, client } = entries[0]!
  const saved = { entry_id: id, new_title: `Entry 0 ${name}`, new_body: '', new_slug: `moved-${name}` }
  await client.rpc('admin_save_entry', saved).throwOnError()
  const quiet = await browser.newContext({ javaScriptEnabled: false, baseURL: project.use.baseURL })
  const page = await quiet.newPage()
  // The entries were not published through the site, so a stored page lacks them for up to half a minute.
  await expect(async () => {
    await page.goto('/changelog/label/new')
    await expect(page.getByRole('link', { name: 'Load more' })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changelog, continued' })).toBeVisible()
  expect(await page.getByRole('article').count()).toBeGreaterThan(0)
  await quiet.close()

  const read = await browser.newPage({ baseURL: project.use.baseURL })
  await read.goto('/changelog/label/new')
  const entry = read.getByRole('article')
  await expect(entry).toHaveCount(10)
  await read.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => entry.count()).toBeGreaterThan(10)
  await expect(entry.nth(10).getByRole('link')).not.toHaveCount(0)
  const links = entry.getByRole('heading', { level: 2 }).getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(paths).size).toBe(paths.length)
  // The month heading of the first entries appears once.
  const months = await read.locator('.changelog-month').allTextContents()
  expect(new Set(months).size).toBe(months.length)
  await read.close()
  // Another visitor's page may have loaded the old address in advance, and it was not changed through the site either.
  await expect(async () => {
    const moved = await request.get(`/changelog/${slug}`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location?.split(', ')[0]]).toEqual([
      308,
      `/changelog/moved-${name}`,
    ])
  }).toPass({ timeout: 60_000 })
  for (const path of ['/changelog/nothing-here', '/changelog/label/nothing', '/changelog/more/eA/all']) {
    expect((await request.get(path)).status()).toBe(404)
  }
})

test('only the team can read a draft, a scheduled entry or an unpublished one, at any address @long', async ({
  page,
  request,
}) => {
  const word = `w${randomUUID().replaceAll('-', '')}`
  const post = await createPost(null)
  const { id, slug, client } = await publishEntry(`Secret ${word}`, [post.id], `Hidden ${word}`)
  await client.rpc('admin_take_back_entry', { entry_id: id }).throwOnError()
  const drafted = {
    entry_id: null,
    new_title: `Draft ${word}`,
    new_body: word,
    posts: [post.id],
    labels: [1],
  }
  const { data: draft } = await client.rpc('admin_save_entry', drafted).single().throwOnError()
  const later = { ...drafted, new_title: `Later ${word}` }
  const { data: scheduled } = await client.rpc('admin_save_entry', later).single().throwOnError()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
  const entries = [{ id, slug }, draft, scheduled] as { id: number; slug: string }[]
  await client.rpc('admin_publish_entry', { entry_id: entries[2]!.id, at_time: tomorrow }).throwOnError()

  const parts = (await (await request.get('/sitemap.xml')).text()).matchAll(
    /<loc>[^<]+(\/sitemap\/[^<]+)<\/loc>/g,
  )
  const addresses = [
    '/',
    post.path,
    '/feed.xml',
    '/changelog',
    '/changelog/label/new',
    '/changelog/feed.xml',
    '/changelog/feed.xml?label=new',
    '/sitemap.xml',
    ...Array.from(parts, ([, path]) => path!),
    `/search?q=${word}`,
    `/api/search?q=${word}`,
    `/api/changelog?after=${Date.now() + 86_400_000_000}-1`,
    `/api/changelog/unread`,
    ...entries.flatMap((entry) => [
      `/changelog/${entry.slug}`,
      `/api/share-image/changelog/${entry.slug}`,
      `/dashboard/changelog/preview?id=${entry.id}`,
      `/dashboard/changelog/edit?id=${entry.id}`,
    ]),
  ]
  await signIn(page, await createPerson())
  for (const reader of [request, page.request]) {
    for (const address of addresses) {
      const answer = await reader.get(address)
      const text = await answer.text()
      // The search term itself may appear in the answer.
      const said = address.includes(word)
        ? text.replaceAll(`q=${word}`, '').match(/(Secret|Draft|Later|Hidden) w/)
        : text.match(word)
      expect(said, address).toBeNull()
      if (address.startsWith('/api/share-image')) expect(answer.status(), address).toBe(404)
    }
  }
})

test('a member reacts, subscribes and sees the entry', { tag: '@desk' }, async ({ page }) => {
  const word = `w${randomUUID().slice(0, 8)}`
  const { slug } = await publishEntry(`Faster ${word}`)
  await page.goto(`/changelog/${slug}`)
  await expectAccessible(page)
  await signIn(page, await createPerson())
  await page.goto(`/changelog/${slug}`)
  const love = page.getByRole('button', { name: /^Love/ })
  await love.click()
  await expect(love).toHaveAttribute('aria-pressed', 'true')
  await expect(love).toHaveAccessibleName('Love, 1')
  await page.getByRole('button', { name: /^Like/ }).click()
  await expect(love).toHaveAccessibleName('Love, 0')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Like, 1' })).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/changelog')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Subscribed to the changelog.').first()).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByLabel('Notify me about every new changelog entry')).toBeChecked()

  await page.goto(`/search?q=${word}`)
  await page.getByRole('link', { name: `Faster ${word}` }).click()
  await expect(page).toHaveURL(`/changelog/${slug}`)
})
