import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import sharp from 'sharp'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'

const picture = (color: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
    .png()
    .toBuffer()

test('images of a post: chosen, described, shown large, deleted from the storage', async ({
  page,
  allowedStatuses,
}) => {
  const person = await createPerson()
  const title = `With images ${randomUUID()}`
  await signIn(page, person)
  await page.goto('/bugs')
  await page.getByRole('button', { name: 'What would you like to see?' }).click()
  await page.getByLabel('Title').fill(title)
  const chooser = page.getByLabel('Images', { exact: true })
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('notes.txt: choose a PNG, JPEG, WebP, GIF or AVIF picture.')).toBeVisible()
  await chooser.setInputFiles([
    { name: 'violet.png', mimeType: 'image/png', buffer: await picture('#822ae8') },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
  ])
  await page.getByLabel('What violet.png shows').fill('A violet area')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Your post is published, but not every image.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const shown = page.getByRole('img', { name: 'A violet area' })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  const link = page.getByRole('link', { name: 'Open the image: A violet area' })
  const original = (await link.getAttribute('href'))!
  expect((await page.request.get(original)).headers()['content-type']).toBe('image/webp')
  await link.click()
  await expect(page.getByRole('dialog', { name: 'A violet area' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
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

test('an image in a comment, and a picture of the person', async ({ page }) => {
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
  await form.getByLabel('What green.png shows').fill('A green area')
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
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible()
  expect(
    (await sql`select 1 from storage.objects where bucket_id = 'avatars' and name like ${`${person.id}/%`}`)
      .length,
  ).toBe(0)
})

test('an admin deletes an image of somebody else’s comment', { tag: '@any-width' }, async ({ page }) => {
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
