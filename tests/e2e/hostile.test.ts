import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures'
import { mailsTo } from './mailbox'
import { clientOf, createPerson, password, signIn, sql } from './people'
import { chooseAction } from './posts'

const script = `<script>document.title='taken'</script><img src=x onerror="document.title='taken'">`

test('a deleted post disappears from every list, feed, search, suggestion and image', async ({
  page,
  request,
  allowedStatuses,
}) => {
  allowedStatuses.add(404).add(410)
  const person = await createPerson()
  const word = `zebra${randomUUID().slice(0, 8)}`
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${person.id}, ${`Feed the ${word}`}, 'Details' from public.categories where slug = 'integrations'
    returning id, slug`
  const path = `/integrations/${post!.slug}`
  const picture = /property="og:image" content="([^"]+)"/.exec(await (await request.get(path)).text())![1]!
  const places = [
    `/search?q=${word}`,
    `/api/similar?title=Feed+the+${word}`,
    '/integrations?sort=newest',
    '/?view=table&sort=newest',
    '/integrations/feed.xml',
    '/feed.xml',
  ]
  // Renders and stores them with the post.
  for (const place of places.slice(0, 2)) {
    expect(await (await request.get(place)).text(), place).toContain(post!.slug)
  }
  await signIn(page, person)
  await page.goto(path)
  await chooseAction(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL('/integrations')

  for (const place of [path, `${path}/feed.xml`, picture]) {
    expect((await request.get(place)).status(), place).toBeGreaterThanOrEqual(404)
  }
  for (const place of places) {
    await expect
      .poll(async () => (await (await request.get(place)).text()).includes(post!.slug), { message: place })
      .toBe(false)
  }
  const client = await clientOf(await createPerson())
  expect((await client.from('posts').select('id').eq('id', post!.id)).data).toEqual([])
  expect((await client.from('post_addresses').select('slug').eq('slug', post!.slug)).data).toEqual([])
})

test('markup and right-to-left characters are harmless in names, titles, details, comments, feeds and emails', async ({
  page,
  request,
}) => {
  const email = `${randomUUID()}@example.com`
  const name = `Eve ${script}\u202Egnp.exe`
  await page.goto('/?auth=sign-up')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name.slice(0, 80))
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText("we've sent it a link")).toBeVisible()
  await expect.poll(() => mailsTo(email).length).toBe(1)
  expect(mailsTo(email)[0]!.html).not.toMatch(/<script>document|onerror="/)

  const [person] = await sql`
    update auth.users set email_confirmed_at = now() where email = ${email} returning id`
  const client = await clientOf({ id: person!.id, email, name })
  await client
    .from('profiles')
    .update({ name: name.slice(0, 80) })
    .eq('id', person!.id)
    .throwOnError()
  const [category] = await sql`select id from public.categories where slug = 'integrations'`
  const { data: post } = await client
    .from('posts')
    .insert({
      category_id: category!.id,
      title: `Hostile ${script.slice(0, 60)}\u202E`,
      details: `${script}\u202E`,
    })
    .select('id, slug')
    .single()
    .throwOnError()
  await client
    .from('comments')
    .insert({ post_id: post.id, body: `${script}\u2066[x](javascript:alert(1))` })
    .throwOnError()
  const path = `/integrations/${post.slug}`
  page.on('dialog', () => {
    throw new Error('A script ran.')
  })
  for (const place of [path, '/search?q=hostile', '/integrations?sort=newest&state=proposed']) {
    await page.goto(place)
    await expect(page.getByText(/Hostile/).first()).toBeVisible()
    expect(await page.title()).not.toBe('taken')
    expect(
      await page.locator('main img[src="x"], main script:not([type="application/ld+json"])').count(),
    ).toBe(0)
    expect(await page.locator('main a[href^="javascript"]').count()).toBe(0)
  }
  for (const place of [path, `${path}/feed.xml`]) {
    const text = await (await request.get(place)).text()
    expect(text, place).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(text, place).not.toContain(`<img src=x`)
  }
})

test('a header of ten thousand letters breaks nothing @long', async ({ request }) => {
  const long = 'x'.repeat(10_000)
  for (const name of ['x-request-id', 'x-forwarded-for', 'referer', 'accept-language']) {
    expect((await request.get('/api/similar?title=dark', { headers: { [name]: long } })).status(), name).toBe(
      200,
    )
  }
  // Node itself refuses headers over 16 kB.
  expect((await request.get('/', { headers: { 'x-request-id': 'x'.repeat(20_000) } })).status()).toBe(431)
  expect((await request.get('/')).status()).toBe(200)
})
