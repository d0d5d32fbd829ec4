import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { ask, keyOf } from './api-client'
import { createPerson, password, signIn, sql } from './people'

const { TEST_SITE_LOG } = process.env

test(
  'an API key is created in the dashboard, shown once, used and revoked',
  { tag: '@desk' },
  async ({ page }) => {
    const moderator = await createPerson({ moderator: true })
    await signIn(page, moderator)
    await page.goto('/dashboard/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const form = page.getByRole('form', { name: 'API key' })
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('Use between 1 and 60 characters.')).toBeVisible()
    await expect(form.getByLabel('Admin', { exact: false })).toHaveCount(0)
    await form.getByLabel('Name').fill('Support desk')
    await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(0)
    for (const scope of [/^Write:/, /^Team:/]) await form.getByRole('checkbox', { name: scope }).check()
    await form.getByLabel('Expires after').fill('2020-01-01')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('Choose a day after today.')).toBeVisible()
    await form.getByLabel('Expires after').fill('2099-01-01')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create' }).click()
    const shown = page.getByRole('dialog', { name: 'API key created' })
    const key = await shown.getByLabel('API key').inputValue()
    await shown.getByRole('button', { name: 'Done' }).click()
    const me = await ask('GET', '/me', { key })
    expect(me).toMatchObject({ status: 200, body: { role: 'moderator', scopes: ['read', 'team', 'write'] } })
    const row = page.getByRole('listitem').filter({ hasText: key.slice(-4) })
    await expect(row).toContainText('Support desk')
    await expect(row).toContainText('Read · Write · Team')
    await page.reload()
    await expect(row).toContainText('Last used')
    expect(await page.content()).not.toContain(key.slice(3, 40))
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(row).toHaveCount(0)
    const refused = await ask('GET', '/me', { key })
    expect(refused).toMatchObject({ status: 401, body: { type: 'urn:signpost:problem:invalid-key' } })
    expect(JSON.stringify(refused.body)).not.toContain(key)
    expect(readFileSync(TEST_SITE_LOG!, 'utf8')).not.toContain(key.slice(3))
  },
)

test('a sign-in that is too old is renewed over the form, which is then sent @desk', async ({ page }) => {
  const moderator = await createPerson({ moderator: true })
  await signIn(page, moderator)
  const sessions = () => sql`select id from auth.sessions where user_id = ${moderator.id}`
  await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${moderator.id}`
  const before = await sessions()
  await page.goto('/dashboard/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const form = page.getByRole('form', { name: 'API key' })
  await form.getByLabel('Name').fill('Support desk')
  await form.getByRole('checkbox', { name: /^Write:/ }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  const renew = form.getByRole('alert').getByRole('button', { name: 'Sign in again' })
  await renew.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(renew).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue('Support desk')
  await renew.click()
  await dialog.getByLabel('Password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText("That isn't your current password.")).toBeVisible()
  await dialog.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'API key created' }).getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Support desk' })
  await expect(row).toContainText('Read · Write')
  const after = await sessions()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
})

test('programs read public data without a key, as current as the pages', async () => {
  const list = await ask('GET', '/posts?limit=2')
  expect(list.status).toBe(200)
  expect(list.body.items).toHaveLength(2)
  expect(list.headers.get('access-control-allow-origin')).toBe('*')
  const next = await ask('GET', `/posts?limit=2&after=${encodeURIComponent(list.body.next)}`)
  expect(next.body.items[0].id).not.toBe(list.body.items[0].id)
  const etag = list.headers.get('etag')!
  expect((await ask('GET', '/posts?limit=2', { headers: { 'If-None-Match': etag } })).status).toBe(304)
  const [first] = list.body.items
  expect((await ask('GET', `/posts/${first.id}`)).body).toEqual(first)
  for (const path of [
    `/posts/${first.id}/comments`,
    '/roadmap',
    '/categories',
    `/posts/${first.id}/similar`,
  ]) {
    expect((await ask('GET', path)).status, path).toBe(200)
  }
  const found = await ask('GET', `/search?q=${encodeURIComponent(first.title)}`)
  expect(found.body.items.map(({ post }: { post: { id: number } }) => post.id)).toContain(first.id)
  expect((await ask('GET', '/posts?after=nonsense')).body.errors).toMatchObject([{ field: 'after' }])
  expect((await ask('GET', '/posts/999999999')).status).toBe(404)
  expect((await ask('GET', '/dashboard/posts')).status).toBe(401)
  expect((await ask('DELETE', '/posts')).headers.get('allow')).toBe('GET, POST')
})

test('a post is created, edited with If-Match, moved, merged, deleted and restored', async () => {
  const admin = await createPerson({ admin: true })
  const key = await keyOf(admin, ['write', 'admin'])
  const category = 'bugs'
  const refused = await ask('POST', '/posts', { key, body: { category, title: 'x', colour: 'red' } })
  expect(refused).toMatchObject({ status: 422, body: { type: 'urn:signpost:problem:invalid-fields' } })
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['title', 'colour']),
  )
  const write = (title: string) =>
    ask('POST', '/posts', { key, body: { category, title, details: 'Please.' } })
  const made = await write(`Post ${randomUUID()}`)
  expect(made).toMatchObject({ status: 201, body: { is_waiting: false } })
  const { id } = made.body
  const read = await ask('GET', `/posts/${id}`)
  const headers = { 'If-Match': read.headers.get('etag') }
  const edited = await ask('PATCH', `/posts/${id}`, { key, headers, body: { details: 'Please, *soon*.' } })
  expect(edited).toMatchObject({ status: 200, body: { details: 'Please, *soon*.' } })
  expect((await ask('PATCH', `/posts/${id}`, { key, headers, body: { details: 'Lost' } })).status).toBe(412)
  expect((await ask('GET', `/posts/${id}`)).body).toEqual(edited.body)

  const moved = await ask('POST', `/posts/${id}/state`, { key, body: { state: 'planned', note: 'Next' } })
  expect(moved.body).toMatchObject({ outcome: 'done', undo: expect.stringContaining('"proposed"') })
  expect((await ask('GET', `/posts/${id}`)).body.state).toBe('planned')
  const stale = { state: 'completed', seen: 'proposed' }
  expect((await ask('POST', `/posts/${id}/state`, { key, body: stale })).body.outcome).toBe('conflict')

  const other = (await write(`Post ${randomUUID()}`)).body.id
  expect((await ask('POST', `/posts/${other}/merge`, { key, body: { into: id } })).body.merged).toEqual([
    other,
  ])
  expect((await ask('GET', `/posts/${other}`)).status).toBe(404)
  expect((await ask('POST', `/posts/${other}/unmerge`, { key, body: {} })).body.id).toBe(other)
  expect((await ask('DELETE', `/posts/${other}`, { key })).status).toBe(200)
  expect((await ask('GET', `/posts/${other}`)).status).toBe(404)
  expect((await ask('POST', `/posts/${other}/restore`, { key, body: {} })).body.id).toBe(other)

  const comment = await ask('POST', `/posts/${id}/comments`, { key, body: { body: 'First' } })
  expect(comment.status).toBe(201)
  const reply = { body: 'Second', parent_id: comment.body.id }
  expect((await ask('POST', `/posts/${id}/comments`, { key, body: reply })).status).toBe(201)
  expect((await ask('PATCH', `/comments/${comment.body.id}`, { key, body: { body: '1st' } })).body.body).toBe(
    '1st',
  )
  expect((await ask('DELETE', `/comments/${comment.body.id}`, { key })).status).toBe(200)
  expect((await ask('GET', `/comments/${comment.body.id}`, { key })).status).toBe(404)
  const restored = await ask('POST', `/comments/${comment.body.id}/restore`, { key, body: {} })
  expect(restored.body).toEqual({ id: comment.body.id, post_id: id, body: '1st' })
  const [shown] = (await ask('GET', `/posts/${id}/comments`)).body.items
  expect(shown).toMatchObject({ body: '1st', replies_total: 1, replies: [{ body: 'Second' }] })
  expect((await ask('PUT', `/posts/${id}/vote`, { key })).body.voted).toBe(true)
  const given = { email: `${randomUUID()}@example.com`, why: 'Asked by phone' }
  const vote = await ask('POST', `/posts/${id}/votes`, { key, body: given })
  expect(vote.status).toBe(201)
  const voters = await ask('GET', `/posts/${id}/votes`, { key })
  expect(voters.body.items.map(({ email }: { email: string }) => email)).toContain(given.email)
  expect((await ask('DELETE', `/posts/${id}/votes/${vote.body.person_id}`, { key })).status).toBe(200)
  const logged =
    await sql`select action from public.audit_log where actor_id = ${admin.id} and key_name = 'Test'`
  expect(logged.map(({ action }) => action)).toEqual(expect.arrayContaining(['key.insert', 'post.state']))
})

test('two hundred parallel requests with one idempotency key create one post @long', async () => {
  const admin = await createPerson({ admin: true })
  const key = await keyOf(admin, ['write'])
  const category = 'bugs'
  const title = `Only once ${randomUUID()}`
  const headers = { 'Idempotency-Key': randomUUID() }
  const send = () => ask('POST', '/posts', { key, headers, body: { category, title } })
  const all = await Promise.all(Array.from({ length: 200 }, send))
  expect(all.every(({ status }) => [201, 409].includes(status))).toBe(true)
  const made = all.filter(({ status }) => status === 201).map(({ body }) => body.id as number)
  expect(new Set(made).size).toBe(1)
  expect((await sql`select count(*)::int as n from public.posts where title = ${title}`)[0]!.n).toBe(1)
  const again = await send()
  expect(again).toMatchObject({ status: 201, body: { id: made[0] } })
  expect(again.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/)
  const other = await ask('POST', '/posts', { key, headers, body: { category, title: 'Another one' } })
  expect(other).toMatchObject({ status: 422, body: { type: 'urn:signpost:problem:idempotency-key-reused' } })
})

test('a key loses its rights within a second of its owner’s role', async () => {
  const moderator = await createPerson({ moderator: true })
  const key = await keyOf(moderator, ['write', 'team'])
  expect((await ask('GET', '/dashboard/posts', { key })).status).toBe(200)
  await sql`delete from public.roles where user_id = ${moderator.id}`
  expect((await ask('GET', '/dashboard/posts', { key })).status).toBe(403)
})

test('a key that sends too many requests is told when to retry', async () => {
  const key = await keyOf(await createPerson({ moderator: true }), [])
  expect((await ask('GET', '/me', { key })).status).toBe(200)
  // Pretends that it has sent more requests than other tests allow keys in the meantime.
  await sql`
    update private.api_usage u set used = 1000000 from private.salt s
    where u.caller = sha256(convert_to(concat_ws(E'\\n', s.value, 'api', 'key', (private.find_key(${key})).id::text), 'UTF8'))`
  const refused = await ask('GET', '/me', { key })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
