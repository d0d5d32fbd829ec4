import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { editor, openEntry } from './entry-editor'
import { expect, test } from './fixtures'
import { createPerson, signIn } from './people'

const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#822ae8' } })
  .png()
  .toBuffer()

test('an image is sent once a new entry has a title', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/changelog/edit')
  const { form, title, text } = editor(page)
  const images = page.getByRole('region', { name: 'Images' })
  const choose = async (name: string) =>
    form
      .getByLabel('Images', { exact: true })
      .setInputFiles({ name, mimeType: 'image/png', buffer: await picture })
  await choose('first.png')
  await expect(page.getByText('Enter a title.')).toBeVisible()
  await expect(images.getByLabel('Description of first.png')).toBeVisible()
  await title.fill(`With images ${randomUUID()}`)
  await expect(page).toHaveURL(/id=\d+/, { timeout: 20_000 })
  await expect(images.getByLabel('Description of image 1')).toBeVisible()
  await choose('second.png')
  await expect(images.getByLabel('Description of image 2')).toBeVisible()
  await text.fill('Typed after the images.')
  await form.getByRole('button', { name: 'Heading' }).click()
  await expect(text).toHaveValue('## Typed after the images.')
  await page.reload()
  await expect(images.getByLabel('Description of image 2')).toBeVisible()
  await expect(text).toHaveValue('## Typed after the images.')
})

test(
  'describing an image keeps what is typed into a new entry meanwhile',
  { tag: '@desk' },
  async ({ page }) => {
    await signIn(page, await createPerson({ admin: true }))
    await page.goto('/dashboard/changelog/edit')
    const { form, title, text } = editor(page)
    await title.fill(`Described ${randomUUID()}`)
    await expect(page).toHaveURL(/id=\d+/, { timeout: 20_000 })
    await form
      .getByLabel('Images', { exact: true })
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture })
    await page.getByLabel('Description of image 1').fill('A violet area')
    await text.click()
    const described = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/edit?id='),
    )
    await page.keyboard.type('Typed while the description is saved. ', { delay: 30 })
    await described
    await page.keyboard.type('And after that.', { delay: 30 })
    await expect(text).toHaveValue('Typed while the description is saved. And after that.')
    await expect(text).toBeFocused()

    // Another new entry has an editor of its own.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('changelog entry')
    await page.getByRole('option', { name: 'Write a changelog entry' }).click()
    await expect(text).toHaveValue('')
  },
)

test('the preview has the labels and images of the entry', { tag: '@desk' }, async ({ page }) => {
  const { id } = await openEntry(page, null)
  const { form } = editor(page)
  await form
    .getByLabel('Images', { exact: true })
    .setInputFiles({ name: 'only.png', mimeType: 'image/png', buffer: await picture })
  const images = page.getByRole('region', { name: 'Images' })
  await expect(images.getByText('Shown above the text.')).toBeVisible()
  await page.getByLabel('Fixed', { exact: true }).check()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByRole('list', { name: 'Labels' })).toHaveText('Fixed')
  await expect(form.getByRole('link', { name: 'Open the image' })).toBeVisible()
  await expect(images).toBeHidden()
  await expect(form.getByRole('button', { name: 'Bold' })).toBeHidden()
  await form.getByRole('button', { name: 'Write' }).click()
  await expect(images.getByLabel('Description of image 1')).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/changelog/edit?id=${id}`)
})
