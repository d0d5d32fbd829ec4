import { describe, expect, test } from 'vitest'
import { createMember, createPost, sql } from '../support/database.ts'

const site = process.env.TEST_SITE_URL!
const get = (path: string, headers: Record<string, string> = {}) => fetch(site + path, { headers })
const text = async (path: string) => (await get(path)).text()

describe('search engines', () => {
  test('find every part of the sitemap from robots.txt', async () => {
    const robots = await text('/robots.txt')
    expect(robots).toContain('Disallow: /dashboard$')
    expect(robots).toContain('Allow: /api/share-image')
    const [, index] = /^Sitemap: (\S+)$/m.exec(robots)!
    const locations = [...(await text(new URL(index!).pathname)).matchAll(/<loc>([^<]+)<\/loc>/g)]
    expect(locations.length).toBeGreaterThan(0)
    for (const [, location] of locations) {
      const part = await get(new URL(location!).pathname)
      expect(part.headers.get('content-type')).toMatch(/^application\/xml/)
      expect(await part.text()).toMatch(
        /<url><loc>https?:[^<]+<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod><\/url>/,
      )
    }
  })

  test.each(['/sitemap/99999.xml', '/sitemap/x.xml'])('get 404 for %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('read who wrote what, and nothing people wrote ends the script', async () => {
    const member = await createMember({ name: 'Ada' })
    const post = await createPost({
      title: 'A </script><b>bold</b> idea',
      authorId: member.id,
      details: 'Why **not**?',
    })
    await member.client
      .from('comments')
      .insert({ post_id: post.id, body: '</script> is *fine*' })
      .throwOnError()
    const html = await text(`/new-features/${post.slug}`)
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!
    expect(JSON.parse(json!)['@graph']).toMatchObject([
      {
        '@type': 'DiscussionForumPosting',
        headline: 'A </script><b>bold</b> idea',
        text: 'Why not?',
        author: { name: 'Ada' },
        comment: [{ text: '</script> is fine', author: { name: 'Ada' } }],
      },
      { '@type': 'BreadcrumbList' },
    ])
    expect(html).not.toContain(member.email)
  })

  test('keep out of the search results', async () => {
    expect(await text('/search?q=dark')).toMatch(/<meta name="robots" content="noindex/)
  })
})

describe('feeds', () => {
  test.each([
    '/feed.xml',
    '/feed.xml?state=planned',
    '/new-features/feed.xml',
    '/new-features/feed.xml?state=proposed',
  ])('%s is Atom and comes only once to a reader that asks again', async (path) => {
    const first = await get(path)
    expect(first.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(await first.text()).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
    expect((await get(path, { 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
    expect((await get(path, { 'if-modified-since': first.headers.get('last-modified')! })).status).toBe(304)
  })

  test('of a post brings its comments but none that was deleted', async () => {
    const member = await createMember({ name: 'Ada' })
    const post = await createPost({ authorId: member.id })
    const write = async (body: string) =>
      (
        await member.client
          .from('comments')
          .insert({ post_id: post.id, body })
          .select('id')
          .single()
          .throwOnError()
      ).data.id
    await write('Stays for good')
    const gone = await write('Regretted at once')
    await sql`insert into public.comments (post_id, parent_id, body) values (${post.id}, ${gone}, 'An answer')`
    await member.client.rpc('delete_comment', { comment_id: gone }).throwOnError()
    const xml = await text(`/new-features/${post.slug}/feed.xml`)
    expect(xml).toContain('<title>Comment by Ada</title>')
    expect(xml).toContain('Stays for good')
    expect(xml).toContain('An answer')
    expect(xml).not.toContain('Regretted')
    expect(xml).not.toContain(member.email)
  })

  test.each(['/feed.xml?state=done', '/nowhere/feed.xml', '/new-features/nothing-here/feed.xml'])(
    '%s does not exist',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

describe('the share image', () => {
  test.each(['Dark mode', 'دعم الكتابة من اليمين إلى اليسار', '支持中文', '🎉🚀💜', 'x'.repeat(140)])(
    'of "%s" is a picture of 1200 by 630',
    async (title) => {
      const post = await createPost({ title })
      const html = await text(`/new-features/${encodeURIComponent(post.slug)}`)
      const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(html)!
      const { pathname, search } = new URL(address!)
      const image = await get(pathname + search)
      expect(image.headers.get('cache-control')).toContain('immutable')
      const png = new DataView(await image.arrayBuffer())
      expect([png.getUint32(16), png.getUint32(20)]).toEqual([1200, 630])
    },
  )

  test.each([
    '/api/share-image/posts/999999999',
    '/api/share-image/posts/x',
    '/api/share-image/categories/nowhere',
  ])('%s does not exist', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})
