import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { openWithoutScripts } from './late-scripts'
import { shiftsOf } from './layout-shifts'
import { signInOn, startOwnSite } from './own-site'

// Approval applies to a whole board, so this test uses a board of its own.
let own: Awaited<ReturnType<typeof startOwnSite>>
test.beforeAll(async () => {
  own = await startOwnSite()
})
test.afterAll(() => own.stop())

async function signIn(page: Page, email: string) {
  await page.context().clearCookies()
  await signInOn(page, own, email)
}

test('approval is turned on; a first post awaits it, is approved and becomes public @desk', async ({
  page,
  request,
}) => {
  const title = `Waits ${randomUUID()}`
  const seen = async () => (await (await request.get(`${own.url}/new-features`)).text()).includes(title)
  await signIn(page, 'admin@example.com')
  await page.goto(`${own.url}/dashboard/settings/moderation`)
  const rules = page.getByRole('form', { name: 'Rules' })
  await rules.getByLabel('Require approval for').selectOption('First posts and comments')
  await expect(rules.getByText('Unsaved changes')).toBeVisible()
  await rules.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rules saved.').first()).toBeVisible()
  await expect(rules.getByText('Unsaved changes')).toBeHidden()

  await signIn(page, 'member@example.com')
  await page.goto(`${own.url}/new-features#new-post`)
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText("Thanks. It's awaiting approval.").first()).toBeVisible()
  for (const path of ['/settings', '/settings/activity']) {
    await page.goto(own.url + path)
    await expect(page.getByText(title)).toBeVisible()
  }
  expect(await seen()).toBe(false)
  await page.goto(`${own.url}/new-features#new-post`)
  await form.getByRole('textbox', { name: 'Title' }).fill(`Withdrawn ${title}`)
  await form.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('button', { name: `Delete “Withdrawn ${title}”` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Post deleted.').first()).toBeVisible()
  await expect(page.getByText(`Withdrawn ${title}`)).toBeHidden()
  await expect(page.getByText(title, { exact: true })).toBeVisible()

  const body = `Waits as well ${randomUUID()}`
  await page.goto(`${own.url}/new-features/dark-mode`)
  const comment = page.getByRole('form', { name: 'New comment' })
  await comment.getByRole('textbox').fill(body)
  await comment.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText("Thanks. It's awaiting approval.").first()).toBeVisible()
  await page.reload()
  const waiting = page
    .getByRole('region', { name: 'Comments' })
    .getByRole('article')
    .filter({ hasText: body })
  await expect(waiting).toContainText('Awaiting approval')
  await expect(waiting.getByRole('button')).toHaveText(['Edit', 'Delete'])
  await waiting.getByRole('button', { name: 'Edit this comment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(`${body}, mended`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(waiting).toContainText('mended')
  // The browser keeps the place of the comment, until it is known again.
  await page.reload()
  await expect(waiting).toContainText('mended')
  await expect(waiting).toContainText('Awaiting approval')
  expect(await shiftsOf(page, 0.001)).toEqual([])
  await expectAccessible(page)
  expect(await (await request.get(`${own.url}/new-features/dark-mode`)).text()).not.toContain(body)
  await waiting.getByRole('button', { name: 'Delete this comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Comment deleted.').first()).toBeVisible()
  await expect(waiting).toBeHidden()

  await signIn(page, 'admin@example.com')
  await page.goto(`${own.url}/dashboard/hidden`)
  const hidden = page.getByRole('listitem').filter({ hasText: title })
  await expect(hidden).toContainText(/Submitted for approval (just now|\d+ seconds? ago|1 minute ago)\./i)
  await expect(hidden.getByRole('button', { name: `Approve ${title}` })).toBeVisible()
  await page.goto(`${own.url}/dashboard/reports`)
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeAttached()
  await expectAccessible(page)
  const approve = page.getByRole('button', { name: `Approve ${title}` })
  await approve.click()
  await expect(page.getByText('Approved.').first()).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('Undone.').first()).toBeVisible()
  await expect(approve).toBeVisible()
  await expect.poll(seen).toBe(false)
  await approve.click()
  await expect(page.getByText('Approved.').first()).toBeVisible()
  await expect(page.getByText('Nothing to review.')).toBeVisible()
  await expect.poll(seen).toBe(true)
  const scripts = await openWithoutScripts(page, `${own.url}/dashboard/settings/moderation`)
  const required = rules.getByLabel('Require approval for')
  await expect(required).toHaveValue('first')
  await required.selectOption('Nothing')
  scripts.release()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  await rules.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rules saved.').first()).toBeVisible()
  await page.reload()
  await expect(required).toHaveValue('off')
  await signIn(page, 'member@example.com')
  await page.goto(`${own.url}/settings`)
  await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible()
  await expect(page.getByText('Awaiting approval')).toBeHidden()
})

test('a post that awaits approval is edited by its author, until the team decides @desk', async ({
  page,
}) => {
  const title = `Waiting wrods ${randomUUID()}`
  const better = title.replace('wrods', 'words')
  await own.sql`update private.moderation set approval = 'all'`
  await signIn(page, 'member@example.com')
  await page.goto(`${own.url}/new-features#new-post`)
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const edit = (of: string) => page.getByRole('button', { name: `Edit “${of}”` })
  await edit(title).click()
  const dialog = page.getByRole('dialog')
  const [name, details] = [
    dialog.getByRole('textbox', { name: 'Title' }),
    dialog.getByRole('textbox', { name: 'Details' }),
  ]
  await expect(name).toHaveValue(title)
  await details.fill('Typed meanwhile')
  await name.fill('ab')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveAccessibleDescription(/3/)
  await expect(details).toHaveValue('Typed meanwhile')
  await expectAccessible(page)
  await name.fill(better)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes saved.').first()).toBeVisible()
  await expect(edit(better)).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: better })).toContainText('Typed meanwhile')
  await expectAccessible(page)

  await edit(better).click()
  await details.fill('Too late')
  await own.sql`
    update private.hidings set cause = 'team'
    where post_id = (select id from public.posts where title = ${better})`
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This post no longer exists.')).toBeVisible()
  await expect(details).toHaveValue('Too late')
  await own.sql`update private.hidings set cause = 'approval' where cause = 'team'`

  await signIn(page, 'admin@example.com')
  await page.goto(`${own.url}/dashboard/reports`)
  await expect(page.getByRole('listitem', { name: better })).toContainText('Typed meanwhile')
})

test('a post that changed since the team read it isn’t approved, and appears anew with its images @desk', async ({
  page,
}) => {
  const title = `Harmless ${randomUUID()}`
  await own.sql`update private.moderation set approval = 'all'`
  await signIn(page, 'member@example.com')
  await page.goto(`${own.url}/new-features#new-post`)
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText("Thanks. It's awaiting approval.").first()).toBeVisible()

  await signIn(page, 'admin@example.com')
  await page.goto(`${own.url}/dashboard/reports`)
  const row = page.getByRole('listitem', { name: title })
  const approve = row.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeVisible()
  await expect(row.getByRole('img')).toHaveCount(0)
  await own.sql`
    with changed as (
      update public.posts set details = 'Rude' where title = ${title} returning id, author_id
    )
    insert into public.images (post_id, uploader_id, path, alt, width, height)
    select id, author_id, author_id || ${`/${randomUUID()}.webp`}, 'A rude picture', 400, 300 from changed`
  // The picture itself isn't stored.
  await page.route('**/storage/**', (route) => route.fulfill({ contentType: 'image/webp', body: '' }))
  await approve.click()
  await expect(page.getByText('This has changed in the meantime. Read it again.').first()).toBeVisible()
  await expect(row).toContainText('Rude')
  await expect(row.getByRole('img', { name: 'A rude picture' })).toBeVisible()
  await expectAccessible(page)
  await approve.click()
  await expect(page.getByText('Approved.').first()).toBeVisible()
  await expect(row).toBeHidden()
})
