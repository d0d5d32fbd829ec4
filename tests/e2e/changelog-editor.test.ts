import { randomUUID } from 'node:crypto'
import { editor, openEntry } from './entry-editor'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn, sql } from './people'
import { createPost } from './posts'

test('a draft keeps what was typed right before a reload, after it got its address', async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/changelog/edit')
  const { title, text } = editor(page)
  await title.fill(`Kept ${randomUUID()}`)
  await expect(page).toHaveURL(/id=\d+/, { timeout: 20_000 })
  await text.fill('Pasted and not saved yet.')
  await page.reload()
  await expect(text).toHaveValue('Pasted and not saved yet.')
})

test('a published entry keeps its unsaved text and labels', async ({ page }) => {
  await openEntry(page, { tells: false })
  const { text } = editor(page)
  await expect(text).toHaveValue('Saved.')
  await text.fill('Changed and not saved.')
  await page.getByLabel('Fixed', { exact: true }).check()
  await page.reload()
  await expect(text).toHaveValue('Changed and not saved.')
  await expect(page.getByLabel('Fixed', { exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved.').first()).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('Changed and not saved.')
  await expect(page.getByText('Unsaved changes were restored.')).toHaveCount(0)
})

test('an entry about a post leaves a text without a title alone', async ({ page }) => {
  const post = await createPost(null)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/changelog/edit')
  const { title, text } = editor(page)
  await text.fill('Typed before there was a title.')
  await page.goto(`/dashboard/changelog/edit?posts=${post.id}`)
  await expect(title).toHaveValue(post.title)
  await text.fill('About the post.')
  await expect(page).toHaveURL(/id=\d+/, { timeout: 20_000 })
  await page.goto('/dashboard/changelog/edit')
  await expect(text).toHaveValue('Typed before there was a title.')
})

test('a schedule is changed from what it was, canceled, and the entry deleted', async ({ page }) => {
  const { id, client } = await openEntry(page, { at_time: '2037-04-01T09:30', tells: false })
  const post = await createPost(null)
  await client
    .rpc('admin_save_entry', { entry_id: id, new_title: 'With a post', new_body: '', posts: [post.id] })
    .throwOnError()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete…' })).toBeVisible()
  await page.getByRole('button', { name: 'Change schedule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change schedule' })
  await expect(dialog.getByRole('radio', { name: 'Schedule' })).toBeChecked()
  await expect(dialog.getByLabel('Day and time')).toHaveValue('2037-04-01T09:30')
  await expect(dialog.getByLabel(/^Notify followers/)).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel schedule…' }).click()
  await expect(page.getByText('No one has been notified.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/dashboard/changelog')
})

test('a new entry is published once it has a title', async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/changelog/edit')
  await expect(page.getByRole('heading', { level: 1, name: 'New entry' })).toBeVisible()
  const publish = page.getByRole('button', { name: 'Publish…' })
  await publish.click()
  await expect(page.getByText('Enter a title.')).toBeVisible()
  await expect(editor(page).title).toBeFocused()
  await editor(page).title.fill(`Ready ${randomUUID()}`)
  await publish.click()
  const dialog = page.getByRole('dialog', { name: 'Publish entry' })
  await dialog.getByRole('radio', { name: 'Schedule' }).check()
  await expect(dialog.getByLabel('Day and time')).toHaveValue(/T09:00$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit entry' })).toBeVisible()
})

test('the preview of a long text leaves the page where it is', { tag: '@desk' }, async ({ page }) => {
  await openEntry(page, null)
  const { form } = editor(page)
  const text = form.getByRole('textbox', { name: 'Text' })
  await text.fill(Array.from({ length: 80 }, (_, n) => `Paragraph ${n}.\n\n\n\n`).join(''))
  const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  for (const place of [0, 300, 3000, end]) {
    await page.evaluate((top) => window.scrollTo(0, top), place)
    // The pointer would scroll to the buttons.
    await form.getByRole('button', { name: 'Preview' }).dispatchEvent('click')
    await expect(text).toBeHidden()
    if (place === 3000) await expect(form.getByText('Paragraph 30.')).toBeInViewport()
    await form.getByRole('button', { name: 'Write' }).dispatchEvent('click')
    await expect(text).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(place)
  }
})

test('a post linked to a published entry can be completed there', async ({ page }) => {
  const post = await createPost(null)
  const { id, client } = await openEntry(page, { tells: false })
  await client
    .rpc('admin_save_entry', { entry_id: id, new_title: 'With a post', new_body: '', posts: [post.id] })
    .throwOnError()
  await page.reload()
  await page.getByRole('button', { name: 'Move 1 linked post to Completed' }).click()
  await expect(
    page.getByRole('region', { name: 'Linked posts' }).getByText('Completed', { exact: true }),
  ).toBeVisible()
  const { data } = await client.from('posts').select('state').eq('id', post.id).single().throwOnError()
  expect(data.state).toBe('completed')
})

test('opening the changelog marks it as seen, every time', { tag: '@desk' }, async ({ page }) => {
  const person = await createPerson()
  // Other tests publish entries at the same time, so it counts visits, not entries.
  const seenAt = async () =>
    Number(
      (await sql`select seen_at from private.changelog_visits where person_id = ${person.id}`)[0]?.seen_at ??
        0,
    )
  const publish = async () => {
    const team = await clientOf(await createPerson({ admin: true }))
    const { data } = await team
      .rpc('admin_save_entry', { entry_id: null, new_title: `Unread ${randomUUID()}`, new_body: '' })
      .single()
      .throwOnError()
    const { id, slug } = data as { id: number; slug: string }
    await team.rpc('admin_publish_entry', { entry_id: id, tells: false }).throwOnError()
    return slug
  }
  const first = await publish()
  await signIn(page, person)
  // Opening a single entry doesn’t count as a visit to the changelog.
  await page.goto(`/changelog/${first}`)
  await expect(page.getByRole('button', { name: /^Like/ })).toBeVisible()
  expect(await seenAt()).toBe(0)
  await page.getByRole('link', { name: 'Changelog' }).first().click()
  await expect.poll(seenAt).toBeGreaterThan(0)
  await sql`update private.changelog_visits set seen_at = '2001-01-01' where person_id = ${person.id}`
  const before = await seenAt()
  await page.getByRole('link', { name: 'Roadmap' }).first().click()
  await expect(page).toHaveURL('/')
  await publish()
  // The stored roadmap may not have the link to the changelog yet.
  await page.goBack()
  await expect(page).toHaveURL('/changelog')
  await expect.poll(seenAt).toBeGreaterThan(before)
})

test('saving while a draft is being saved is no conflict', async ({ page }) => {
  const { id, client } = await openEntry(page, null)
  const { text } = editor(page)
  let isHeld = false
  await page.route('**/dashboard/changelog/edit*', async (route) => {
    if (route.request().method() === 'POST' && !isHeld) {
      isHeld = true
      await new Promise((resolve) => setTimeout(resolve, 3_000))
    }
    await route.continue()
  })
  await text.fill('Saved after a pause.')
  await expect.poll(() => isHeld, { timeout: 10_000 }).toBe(true)
  await text.fill('Saved at once.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const stored = async () => {
    const { data } = await client.rpc('admin_entry', { entry_id: id }).single().throwOnError()
    return (data as { body: string }).body
  }
  await expect.poll(stored, { timeout: 15_000 }).toBe('Saved at once.')
  await expect(page.getByText('Someone else changed this entry while you were editing.')).toHaveCount(0)
})
