import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright/test'
import postgres from 'postgres'
import { expect, test } from './fixtures'

const sql = postgres(process.env.TEST_DATABASE_URL!, { max: 2, idle_timeout: 1, onnotice: () => {} })

async function createPost(title: string = `Post ${randomUUID()}`, details = '') {
  const [row] = await sql<{ id: string; address: string }[]>`
    insert into public.posts (category_id, author_id, title, details)
    select c.id, p.id, ${title}, ${details} from public.categories c, public.profiles p
    where c.slug = 'new-features' and p.name = 'Product team' limit 1
    returning id, '/new-features/' || slug as address`
  return row!
}

async function createComment(post: string, body: string, parent: string | null = null) {
  const [row] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, parent_id, body) values (${post}, ${parent}, ${body}) returning id`
  return row!.id
}

const getText = async (request: APIRequestContext, path: string) => (await request.get(path)).text()

const isWellFormed = (page: Page, xml: string) =>
  page.evaluate(
    (text) => !new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror'),
    xml,
  )

test('robots.txt links to the sitemap, whose parts list every page', async ({ request, page }) => {
  const robots = await getText(request, '/robots.txt')
  expect(robots).toContain('Disallow: /dashboard$')
  expect(robots).toContain('Allow: /api/share-image')
  const index = await getText(request, /^Sitemap: (\S+)$/m.exec(robots)![1]!)
  expect(await isWellFormed(page, index)).toBe(true)
  const parts = Array.from(index.matchAll(/<loc>([^<]+)<\/loc>/g), ([, location]) => location!)
  // The pages, and the posts by their ids; the number of parts depends on other tests’ posts.
  expect(parts.map((part) => new URL(part).pathname)).toEqual(
    parts.map((_, place) =>
      place === 0 ? '/sitemap/pages.xml' : expect.stringMatching(/^\/sitemap\/\d+\.xml$/),
    ),
  )
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) {
    const response = await request.get(part)
    expect(response.headers()['content-type']).toMatch(/^application\/xml/)
    const xml = await response.text()
    expect(await isWellFormed(page, xml)).toBe(true)
    expect(xml).toMatch(
      /<url><loc>https?:[^<]+<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+\+00:00<\/lastmod><\/url>/,
    )
  }
})

test('a post has structured data about its authors, and its text cannot end the script', async ({
  request,
}) => {
  const title = `A </script><b>bold</b> idea for $& and $1 ${randomUUID()}`
  const post = await createPost(title, 'Why **not**?')
  await createComment(post.id, '`</script>` is *fine*')
  const html = await getText(request, post.address)
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!
  expect(JSON.parse(json!)['@graph']).toMatchObject([
    {
      '@type': 'DiscussionForumPosting',
      headline: title,
      text: 'Why not?',
      author: { name: 'Product team' },
      comment: [{ text: '</script> is fine', author: { name: 'Deleted user' } }],
    },
    { '@type': 'BreadcrumbList' },
  ])
  const [, shown] = /<title>(.*?) · /.exec(html)!
  expect(shown).toContain('idea for $&amp; and $1 ')
})

test('pages have a canonical address, a feed and a share image', async ({ page }) => {
  const site = new URL(process.env.TEST_SITE_URL!).origin
  for (const [path, canonical, feed] of [
    ['/?view=table&state=planned', site, '/feed.xml?state=planned'],
    ['/new-features', `${site}/new-features`, '/new-features/feed.xml'],
    ['/new-features/dark-mode', `${site}/new-features/dark-mode`, '/new-features/dark-mode/feed.xml'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', canonical)
    await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute('href', site + feed)
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      /\/api\/share-image.*\?v=/,
    )
  }
})

test('search pages are not indexed', async ({ request }) => {
  expect(await getText(request, '/search?q=dark')).toMatch(/<meta name="robots" content="noindex/)
})

test('a post’s feed lists its comments except deleted ones @long', async ({ request }) => {
  const post = await createPost()
  await createComment(post.id, 'Stays for *good*')
  const gone = await createComment(post.id, 'Regretted at once')
  await createComment(post.id, 'An answer', gone)
  await sql`update public.comments set body = '', author_id = null, deleted_at = now() where id = ${gone}`
  const xml = await getText(request, `${post.address}/feed.xml`)
  expect(xml).toContain('<title>Comment by Deleted user</title>')
  expect(xml).toContain('Stays for &lt;em&gt;good&lt;/em&gt;')
  expect(xml).toContain('An answer')
  expect(xml).not.toContain(`comment-${gone}<`)
})

test('a share image is 1200 by 630 pixels, whatever the script of the title @long', async ({ request }) => {
  for (const title of ['Light mode', 'دعم الكتابة من اليمين', '支持中文', '🎉🚀💜', 'x'.repeat(140)]) {
    const post = await createPost(title)
    const html = await getText(request, encodeURI(post.address))
    const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(html)!
    const image = await request.get(address!)
    expect(image.headers()['cache-control']).toContain('immutable')
    const png = await image.body()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], title).toEqual([1200, 630])
  }
})

test('unknown sitemap parts, feeds and images give a 404 @long', async ({ request }) => {
  for (const path of [
    '/sitemap/99999.xml',
    '/sitemap/x.xml',
    '/feed.xml?state=done',
    '/nowhere/feed.xml',
    '/new-features/nothing-here/feed.xml',
    '/api/share-image/posts/999999999',
    '/api/share-image/posts/x',
    '/api/share-image/categories/nowhere',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})
