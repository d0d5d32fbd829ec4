import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'
import { addAttack, watchRefused } from './refused-scripts'

const everybodys = [
  '/',
  '/?view=table',
  '/?view=table&sort=newest',
  '/new-features',
  '/new-features?sort=newest&state=planned',
  '/new-features/dark-mode',
  '/empty-list',
  '/long-list?sort=newest',
  '/search',
  '/search?q=votes',
  '/search?q=qqqqwwwwzzzz',
  '/forgot-password',
  '/reset-password',
  '/auth/confirm?type=recovery&token_hash=x',
  '/auth/callback',
  '/mailbox',
  '/?auth=sign-in',
]
const missing = [
  '/no-such-category',
  '/new-features/no-such-post',
  '/a/b/c',
  '/search/a',
  '/more/a/b',
  '/?after=x',
  '/a%ff',
  '/search?q=a%00',
]

/** Opens a page whose scripts all have a hash or nonce, and waits until React has hydrated it. */
async function expectOwnScriptsOnly(page: Page, path: string, refused: string[]): Promise<void> {
  const response = await page.goto(path)
  const policy = response!.headers()['content-security-policy']
  expect(policy, path).toMatch(/script-src 'self' '(sha256|nonce)-/)
  expect(policy, path).toContain("frame-ancestors 'none'")
  expect(policy, path).not.toContain('unsafe-inline')
  expect(policy!.length, path).toBeLessThan(2_000)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#content') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
  expect(refused, path).toEqual([])
}

for (const who of ['a visitor', 'a member', 'an admin']) {
  test(`every page runs its own scripts for ${who}${who === 'a visitor' ? '' : ' @long'}`, async ({
    page,
    allowedStatuses,
  }) => {
    allowedStatuses.add(404)
    const refused = await watchRefused(page)
    if (who !== 'a visitor') await signIn(page, await createPerson({ admin: who === 'an admin' }))
    const own = who === 'a visitor' ? [] : ['/settings', '/dashboard']
    for (const path of [...everybodys, ...own, ...missing]) await expectOwnScriptsOnly(page, path, refused)
    // Both a page that isn’t stored yet and a stored one.
    const [post] = await sql`
      insert into public.posts (category_id, title, details)
      select id, ${`Scripts ${randomUUID()}`}, 'Details' from public.categories where slug = 'bugs'
      returning slug`
    for (let look = 0; look < 2; look++) await expectOwnScriptsOnly(page, `/bugs/${post!.slug}`, refused)
  })
}

for (const path of ['/', '/new-features/dark-mode', '/search?q=dark', '/no-such-category']) {
  test(`markup injected into ${path} runs nothing`, async ({ page }) => {
    // The console reports the refused scripts, which this test expects.
    for (const kind of ['console', 'response', 'pageerror']) page.removeAllListeners(kind)
    const refused = await watchRefused(page)
    await addAttack(page, path)
    await page.goto(path)
    await expect.poll(() => refused.length).toBe(3)
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', `<img src="/y.png" onerror="document.title = 'taken'">`)
    })
    await expect.poll(() => refused.length).toBe(4)
    expect(await page.title()).not.toBe('taken')
  })
}

test('a Content-Security-Policy sent by a visitor does not get into a stored page', async ({
  page,
  request,
}) => {
  const [post] = await sql`
    insert into public.posts (category_id, title, details)
    select id, ${`Nonce ${randomUUID()}`}, 'Details' from public.categories where slug = 'bugs' returning slug`
  const headers = { 'content-security-policy': "script-src 'nonce-theirs'" }
  const first = await request.get(`/bugs/${post!.slug}`, { headers })
  expect(first.headers()['content-security-policy']).not.toContain('theirs')
  await expectOwnScriptsOnly(page, `/bugs/${post!.slug}`, await watchRefused(page))
})

test('a form sent before the scripts load is answered with a nonce', async ({ request }) => {
  const response = await request.post('/new-features', { form: { a: 'b' } })
  expect(response.headers()['content-security-policy']).toContain("'nonce-")
})
