import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { clientOf, createPerson, signIn } from './people'
import { createPosts } from './posts'

test('admins read the audit log by area @long', async ({ page, browser, allowedStatuses }, { project }) => {
  allowedStatuses.add(404)
  const admin = await createPerson({ name: 'Careful Admin', admin: true })
  const person = await createPerson({ name: 'Grace Tester' })
  const word = await createPosts(1)
  const client = await clientOf(admin)
  const { data: post } = await client
    .from('posts')
    .select('id')
    .eq('title', `${word} 001`)
    .single()
    .throwOnError()
  const address = `caller-${word}@example.com`
  await client
    .rpc('admin_give_vote_by_address', { post_id: post.id, address, why: 'Asked on the phone' })
    .throwOnError()
  await client.rpc('admin_set_state', { post_ids: [post.id], new_state: 'planned' }).throwOnError()
  await client.rpc('block_people', { person_ids: [person.id], reason: 'Spam' }).throwOnError()
  await signIn(page, admin)
  await page.goto('/dashboard/log')
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first()
  await expect(entry(`${word} 001`)).toContainText('State changed')
  await expect(entry('Grace Tester')).toContainText('Person blocked')
  await expect(entry(address)).toContainText(`Person: ${address}`)
  await expectAccessible(page)
  if (project.name === 'phone') await page.getByRole('combobox', { name: 'Area' }).selectOption('People')
  else await page.getByRole('navigation', { name: 'Area' }).getByRole('link', { name: 'People' }).click()
  await expect(page.getByText(`${word} 001`)).toHaveCount(0)
  await expect(entry('Grace Tester')).toContainText('Careful Admin')
  await page.goto('/dashboard/log')
  await page.getByRole('combobox', { name: 'Person' }).selectOption(`/dashboard/log?person=${admin.id}`)
  await expect(page).toHaveURL(/person=/)
  await expect(entry(`${word} 001`)).toBeVisible()
  await expect(entry('Grace Tester')).toContainText('Reason: Spam')
  await entry(`${word} 001`).getByText('State changed').click()
  await expect(page.getByRole('link', { name: `${word} 001` })).toBeVisible()
  await expect(entry('State changed')).toContainText('Time')
  const by = page.getByRole('link', { name: 'Careful Admin' })
  await expect(by).toHaveAttribute('href', `/people/${admin.id}`)
  await page.getByLabel('Day').fill('2001-01-01')
  await page.getByLabel('Day').press('Enter')
  await expect(page.getByText('Nothing in the log matches.')).toBeVisible()

  const moderator = await browser.newPage({ baseURL: project.use.baseURL })
  await signIn(moderator, await createPerson({ moderator: true }))
  await moderator.goto('/dashboard/log')
  await expect(moderator.getByText('Person blocked')).toHaveCount(0)
})
