import sharp from 'sharp'
import { expect, test } from './fixtures'
import { createPerson, signIn } from './people'
import { chooseAction, comeToPost, createPost, openSimilarPosts } from './posts'

const picture = (name: string, color = '#822ae8') =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
    .png()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/png', buffer }))

/** What the browser has saved about the images. A reload right after a key press comes before it is saved. */
const keptTexts = () =>
  new Promise<string[]>((resolve) => {
    const opened = indexedDB.open('signpost', 1)
    opened.addEventListener('success', () => {
      const all = opened.result.transaction('pictures').objectStore('pictures').getAll()
      all.addEventListener('success', () => {
        opened.result.close()
        resolve((all.result as { alt: string }[][]).flat().map(({ alt }) => alt))
      })
    })
  })

test('images are part of the draft @long', async ({ page }) => {
  const { post } = await comeToPost(page)
  const field = page.getByRole('textbox', { name: 'Your comment' })
  await field.fill('With a picture')
  await page.getByLabel('Images', { exact: true }).setInputFiles([await picture('a.png')])
  await page.getByLabel('Description of a.png').fill('A violet area')
  await expect.poll(() => page.evaluate(keptTexts)).toEqual(['A violet area'])

  // Another tab adds one, and this tab shows both.
  const other = await page.context().newPage()
  await other.goto(post.path)
  await expect(other.getByLabel('Description of a.png')).toHaveValue('A violet area')
  await other.getByLabel('Images', { exact: true }).setInputFiles([await picture('o.png')])
  await expect(page.getByLabel('Description of o.png')).toBeVisible()
  await page.getByRole('button', { name: 'Remove o.png' }).click()
  await expect(other.getByLabel('Description of o.png')).toHaveCount(0)
  await expect(other.getByLabel('Description of a.png')).toHaveValue('A violet area')
  await other.close()

  await page.reload()
  await expect(field).toHaveValue('With a picture')
  await expect(page.getByLabel('Description of a.png')).toHaveValue('A violet area')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('img', { name: 'A violet area' })).toBeVisible()
  await page.goto(post.path)
  await expect(field).toHaveValue('')
  await field.click()
  await expect(page.getByRole('group', { name: 'Formatting' })).toBeVisible()
  await expect(page.getByLabel('Description of a.png')).toHaveCount(0)
})

test('a published post’s images do not appear in the next post @long', async ({ page }) => {
  await signIn(page, await createPerson())
  await page.goto('/bugs')
  const begin = () => page.getByRole('button', { name: "What isn't working?" }).click()
  await begin()
  await page.getByLabel('Title').fill(`With a picture ${crypto.randomUUID()}`)
  await page.getByLabel('Images', { exact: true }).setInputFiles([await picture('p.png')])
  await page.getByLabel('Description of p.png').fill('A violet area')
  await expect.poll(() => page.evaluate(keptTexts)).toEqual(['A violet area'])
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('img', { name: 'A violet area' })).toBeVisible()
  expect(await page.evaluate(keptTexts)).toEqual([])
  await page.goto('/bugs')
  await begin()
  await expect(page.getByLabel('Images', { exact: true })).toBeAttached()
  await expect(page.getByLabel('Description of p.png')).toHaveCount(0)
})

test('an image chosen during an upload is sent with the others @long', async ({ page }) => {
  await signIn(page, await createPerson())
  await page.goto('/bugs')
  await page.getByRole('button', { name: "What isn't working?" }).click()
  await page.getByLabel('Title').fill(`With two pictures ${crypto.randomUUID()}`)
  await page.getByLabel('Images', { exact: true }).setInputFiles([await picture('a.png')])
  await page.getByLabel('Description of a.png').fill('A violet area')
  const late = Promise.withResolvers<void>()
  await page.route('**/api/pictures?*', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading a.png' })).toBeVisible()
  await page.getByLabel('Images', { exact: true }).setInputFiles([await picture('b.png', '#228833')])
  await page.getByLabel('Description of b.png').fill('A green area')
  late.resolve()
  await expect(page.getByRole('img', { name: 'A violet area' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'A green area' })).toBeVisible()
  expect(await page.evaluate(keptTexts)).toEqual([])
})

test('an image dropped or pasted into the text is added @long @desk', async ({ page }) => {
  await comeToPost(page)
  const field = page.getByRole('textbox', { name: 'Your comment' })
  await field.click()
  await expect(page.getByRole('group', { name: 'Formatting' })).toBeVisible()
  const { buffer } = await picture('b.png')
  for (const kind of ['drop', 'paste']) {
    await field.evaluate(
      (element, { kind, bytes }) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], `${kind}.png`, { type: 'image/png' }))
        const init = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data }),
        )
      },
      { kind, bytes: [...buffer] },
    )
    await expect(page.getByLabel(`Description of ${kind}.png`)).toBeVisible()
  }
})

test('an image that was just uploaded is shown and can be deleted @desk @long', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(person.id)
  await signIn(page, person)
  await page.goto(post.path)
  await chooseAction(page, 'Edit')
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles([await picture('new.png')])
  await page.getByLabel('Description of new.png').fill('Newly there')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByLabel('Description of image 1')).toHaveValue('Newly there')
  await expect(page.getByLabel('Description of new.png')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete image 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByLabel('Description of image 1')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test('text published as a comment is no longer a post draft @long @desk', async ({ page }) => {
  await signIn(page, await createPerson())
  await page.goto('/new-features')
  await page.getByRole('button', { name: 'What would you like to see?' }).click()
  await page.getByLabel('Title').fill('Drak mode')
  await page.getByRole('textbox', { name: 'Details' }).fill('My eyes hurt.')
  await page.getByLabel('Images', { exact: true }).setInputFiles([await picture('eyes.png')])
  await page.getByLabel('Description of eyes.png').fill('Eyes')
  const similar = await openSimilarPosts(page)
  const post = similar.getByRole('listitem').filter({ hasText: 'Reading the board at night' })
  await post.getByRole('button', { name: 'Add as a comment instead' }).click()
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Drak mode\n\nMy eyes hurt.')
  await expect(page.getByLabel('Description of eyes.png')).toHaveValue('Eyes')
  await page.goto('/new-features')
  await expect(page.getByRole('button', { name: 'What would you like to see?' })).toBeVisible()
})
