import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'

test('an admin creates, moves, archives and deletes a category, and visitors see it at once', async ({
  page,
  request,
}) => {
  const slug = `site-${randomUUID().slice(0, 8)}`
  const name = `Site ${slug.slice(5)}`
  const get = (address: string) => request.get(address, { maxRedirects: 0 })
  const admin = await createPerson({ admin: true })
  await signIn(page, admin)
  await page.goto('/dashboard/settings/categories')
  // A missing address is stored as missing.
  expect((await get(`/${slug}-now`)).status()).toBe(404)

  await page.getByRole('button', { name: 'Add category' }).click()
  const form = page.getByRole('form', { name: 'Category' })
  await form.getByLabel('Name').fill(name)
  await expect(form.getByLabel('Address')).toHaveValue(slug)
  await expect(form.getByLabel('Details placeholder')).toHaveAccessibleDescription(
    /^Shown in the empty details/,
  )
  await form.getByLabel('Address').fill('search')
  await form.getByLabel('Description').fill('For what is tried.')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByText('The site uses this address.')).toBeVisible()
  await expect(form.getByLabel('Description')).toHaveValue('For what is tried.')
  await expectAccessible(page)
  await form.getByLabel('Address').fill(slug)
  await form.getByLabel('“New post” prompt').fill('What did you try?')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('0 posts')
  expect(await (await get('/new-features')).text()).toContain(`href="/${slug}"`)
  expect(await (await get(`/${slug}`)).text()).toContain('What did you try?')
  expect(await (await get('/sitemap/pages.xml')).text()).toContain(`/${slug}<`)

  const [post] = await sql`
    insert into public.posts (category_id, title) select id, ${`Tried ${slug}`} from public.categories where slug = ${slug}
    returning slug`
  expect(await (await get(`/${slug}/${post!.slug}`)).text()).toContain(name)
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await form.getByLabel('Address').fill(`${slug}-now`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(row.getByRole('link', { name: `/${slug}-now` })).toBeVisible()
  for (const [from, to] of [
    [`/${slug}`, `/${slug}-now`],
    [`/${slug}?sort=newest`, `/${slug}-now?sort=newest`],
    [`/${slug}/feed.xml`, `/${slug}-now/feed.xml`],
    [`/${slug}/${post!.slug}`, `/${slug}-now/${post!.slug}`],
  ] as const) {
    const answer = await get(from)
    // A stored answer has the header twice.
    const [location, ...more] = new Set(answer.headers().location!.split(', '))
    expect([from, answer.status(), location, more]).toEqual([from, 308, to, []])
    expect((await get(to)).status()).toBe(200)
  }

  await row.getByRole('button', { name: `Archive ${name}` }).click()
  await expect(row.getByText('Archived', { exact: true })).toBeVisible()
  await expect(page.getByText(`Archived ${name}.`).first()).toBeVisible()
  expect(await (await get('/new-features')).text()).not.toContain(name)
  await page.goto(`/${slug}-now`)
  await expect(page.getByText("This category is archived and doesn't accept new posts.")).toBeVisible()
  await expect(page.getByRole('link', { name: `Tried ${slug}` })).toBeVisible()
  await expectAccessible(page)

  await sql`delete from public.posts where slug = ${post!.slug}`
  await page.goto('/dashboard/settings/categories')
  await row.getByRole('button', { name: `Move ${name} up` }).click()
  // Its position depends on other tests’ categories.
  const moves = () =>
    sql`select from public.audit_log where actor_id = ${admin.id} and action = 'category.order'`
  await expect.poll(moves).toHaveLength(1)
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Delete the category “${name}”?` })
  await expect(question.getByRole('button')).toHaveText(['Cancel', 'Delete'])
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)
  await expect.poll(async () => (await get(`/${slug}-now`)).status()).toBe(404)
})

test('the bar with the buttons never covers the field that has the focus', async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/settings')
  await page.getByLabel('Name', { exact: true }).fill('Acme')
  const save = page.getByRole('button', { name: 'Save' })
  const footer = page.getByLabel('Email footer')
  while (!(await footer.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if (await focused.evaluate((field) => field.matches('input, select, textarea'))) {
      const [field, button] = await Promise.all([focused.boundingBox(), save.boundingBox()])
      expect.soft(field!.y + field!.height).toBeLessThan(button!.y)
    }
  }
})
