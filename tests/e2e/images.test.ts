import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import sharp from 'sharp'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'
import { chooseAction, createPost } from './posts'

const picture = (color: string, width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

test('images of a post are chosen, described, enlarged and deleted from the storage', async ({
  page,
  allowedStatuses,
}) => {
  const person = await createPerson()
  const title = `With images ${randomUUID()}`
  await signIn(page, person)
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(title)
  const chooser = page.getByLabel('Images', { exact: true })
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('notes.txt: choose a PNG, JPEG, WebP, GIF or AVIF image.')).toBeVisible()
  for (const [name, mimeType, problem] of [
    ['fake.png', 'image/png', "fake.png isn't an image."],
    ['fake.avif', 'image/avif', "fake.avif isn't an image."],
  ] as const) {
    await chooser.setInputFiles({ name, mimeType, buffer: Buffer.from('not a picture') })
    await expect(page.getByText(problem)).toBeVisible()
  }
  const whole = await picture('#822ae8')
  await chooser.setInputFiles({ name: 'half.png', mimeType: 'image/png', buffer: whole.subarray(0, 60) })
  await expect(page.getByText("half.png is damaged and can't be displayed.")).toBeVisible()
  await chooser.setInputFiles({ name: 'other.jpg', mimeType: 'image/jpeg', buffer: whole })
  await expect(page.getByText("other.jpg doesn't match its file type.")).toBeVisible()
  await chooser.setInputFiles([
    { name: 'violet.png', mimeType: 'image/png', buffer: await picture('#822ae8', 1600, 1200) },
    // A file that looks like an image but holds more; only the server can tell.
    {
      name: 'page.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([await picture('#dd8800'), Buffer.from('<script>1</script>')]),
    },
  ])
  await page.getByLabel('Description of violet.png').fill('A violet area')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText("Post published, but some images weren't added.").first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const shown = page.getByRole('img', { name: 'A violet area' })
  await expect(shown).toBeVisible()
  // A small screen gets no larger an image than it shows, straight from the storage. On phones, it fills the row.
  const isPhone = page.viewportSize()!.width < 640
  const [row] = await sql`select path, widths from public.images where uploader_id = ${person.id}`
  expect(row!.widths).toEqual([320, 640, 1280])
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain(`/storage/v1/object/public/images/${row!.path.replace('.', isPhone ? '-640.' : '-320.')}`)
  const kept = await sql`
    select metadata ->> 'cacheControl' as time from storage.objects
    where name like ${`${person.id}/%`}`
  expect(kept.map(({ time }) => time)).toEqual(Array(4).fill('max-age=3600'))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  const link = page.getByRole('link', { name: 'Open the image: A violet area' })
  const original = (await link.getAttribute('href'))!
  expect((await page.request.get(original)).headers()['content-type']).toBe('image/webp')
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'A violet area' })
  const large = dialog.getByRole('img', { name: 'A violet area' })
  const enough = isPhone ? '-640.' : '-1280.'
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain(row!.path.replace('.', enough))
  const { width, height } = (await large.boundingBox())!
  expect(width / height).toBeCloseTo(4 / 3, 1)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  await chooseAction(page, 'Edit')
  await page.getByRole('button', { name: 'Delete image 1' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this image?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('button', { name: 'Delete image 1' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  const objects = () =>
    sql`select 1 from storage.objects where bucket_id = 'images' and name like ${`${person.id}/%`}`
  await expect.poll(async () => (await objects()).length).toBe(0)
  allowedStatuses.add(404).add(400)
  expect((await page.request.get(original)).ok()).toBe(false)
})

test('an image in a comment and a profile picture', async ({ page }) => {
  const person = await createPerson({ name: 'Picture Person' })
  await signIn(page, person)
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, null, ${`For images ${randomUUID()}`}, '' from public.categories where slug = 'bugs' returning slug`
  await page.goto(`/bugs/${post!.slug}`)
  await page.getByRole('textbox', { name: 'Your comment' }).click()
  const form = page.getByRole('form', { name: 'New comment' })
  await form.getByRole('textbox', { name: 'Your comment' }).fill('Look at this')
  await form.getByLabel('Images', { exact: true }).setInputFiles({
    name: 'green.png',
    mimeType: 'image/png',
    buffer: await picture('#228833'),
  })
  await form.getByLabel('Description of green.png').fill('A green area')
  await form.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('img', { name: 'A green area' })).toBeVisible()

  await page.goto('/settings')
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture('#dd8800'),
  })
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  const [row] = await sql`select avatar_url from public.profiles where id = ${person.id}`
  expect(row!.avatar_url).toMatch(new RegExp(`^${person.id}/[0-9a-f-]{36}\\.webp$`))
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Add picture' })).toBeVisible()
  expect(
    (await sql`select 1 from storage.objects where bucket_id = 'avatars' and name like ${`${person.id}/%`}`)
      .length,
  ).toBe(0)
})

test('an admin deletes an image from someone else’s comment @long', { tag: '@desk' }, async ({ page }) => {
  const [person, admin] = [await createPerson(), await createPerson({ admin: true })]
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, null, ${`For an admin ${randomUUID()}`}, '' from public.categories where slug = 'bugs' returning id, slug`
  const [comment] = await sql`
    insert into public.comments (post_id, author_id, body) values (${post!.id}, ${person.id}, 'Look') returning id`
  const path = `${person.id}/${randomUUID()}.webp`
  const uploader = await clientOf(person)
  const stored = await uploader.storage.from('images').upload(
    path,
    await sharp(await picture('#aa2222'))
      .webp()
      .toBuffer(),
    { contentType: 'image/webp' },
  )
  expect(stored.error).toBeNull()
  await sql`
    insert into public.images (comment_id, uploader_id, path, alt, width, height)
    values (${comment!.id}, ${person.id}, ${path}, 'A red area', 640, 480)`
  await signIn(page, admin)
  await page.goto(`/bugs/${post!.slug}`)
  await expect(page.getByRole('img', { name: 'A red area' })).toBeVisible()
  await page.getByRole('button', { name: 'Images of this comment' }).click()
  await page.getByRole('button', { name: 'Delete image 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete image 1' })).toBeHidden()
  expect((await sql`select 1 from storage.objects where name = ${path}`).length).toBe(0)
})

test('an image stored in one size is served from its own address @long', async ({ page }) => {
  const person = await createPerson()
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, ${person.id}, ${`Imported ${randomUUID()}`}, '' from public.categories where slug = 'bugs'
    returning id, slug`
  const path = `${person.id}/${randomUUID()}.png`
  const uploader = await clientOf(person)
  const stored = await uploader.storage
    .from('images')
    .upload(path, await picture('#2266aa', 1600, 400), { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  await sql`
    insert into public.images (post_id, uploader_id, path, alt, width, height)
    values (${post!.id}, ${person.id}, ${path}, 'A wide area', 1600, 400)`
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(`**/${path}`, async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  await page.goto(`/bugs/${post!.slug}`, { waitUntil: 'commit' })
  const shown = page.getByRole('img', { name: 'A wide area' })
  await asked.promise
  // Its space is reserved before it loads.
  const { width, height } = (await shown.boundingBox())!
  expect([width, height]).toEqual(
    page.viewportSize()!.width > 640 ? [480, 160] : [358, expect.closeTo(358 / 4, 0)],
  )
  answered.resolve()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
  expect(await shown.boundingBox()).toMatchObject({ width, height })
  expect(await shown.getAttribute('srcset')).toBeNull()
})

test('images of a post that awaits approval are added and deleted while it is edited @desk', async ({
  page,
}) => {
  const person = await createPerson()
  const post = await createPost(person.id)
  await sql`select private.conceal(array[${post.id}]::bigint[], '{}', 'approval', 'waits for approval')`
  await signIn(page, person)
  await page.goto('/settings/activity')
  const edit = page.getByRole('button', { name: `Edit “${post.title}”` })
  await edit.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Details' }).fill('Typed meanwhile')
  const chosen = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Add images' }).click()
  const buffer = await picture('#822ae8')
  await (await chosen).setFiles({ name: 'new.png', mimeType: 'image/png', buffer })
  await dialog.getByLabel('Description of new.png').fill('Newly there')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog.getByLabel('Description of image 1')).toHaveValue('Newly there')
  await expect(dialog.getByRole('textbox', { name: 'Details' })).toHaveValue('Typed meanwhile')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await edit.click()
  await expect(dialog.getByLabel('Description of image 1')).toHaveValue('Newly there')
  await dialog.getByRole('button', { name: 'Delete image 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(dialog.getByLabel('Description of image 1')).toHaveCount(0)
  expect(await sql`select from public.images where post_id = ${post.id}`).toHaveLength(0)
})

test('no request makes the site process an image @long', async ({ request }) => {
  const sources = [
    '/apple-icon',
    '/icon.svg',
    '/favicon.ico',
    `${process.env.NEXT_PUBLIC_SUPABASE_URL}/storage/v1/object/public/images/a.png`,
    'http://127.0.0.1:1/a.png',
    '',
  ]
  for (const source of sources) {
    for (const place of ['/_next/image', '/_next/image/', '/_next/image/x']) {
      const address = `${place}?url=${encodeURIComponent(source)}&w=640&q=75`
      expect((await request.get(address)).status(), address).toBe(404)
    }
  }
  expect((await request.get('/_next/image')).status()).toBe(404)
})
