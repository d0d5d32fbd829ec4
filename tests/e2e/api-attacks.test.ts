import { randomUUID } from 'node:crypto'
import { ask, keyOf } from './api-client'
import { expect, test } from './fixtures'
import { createPerson, sql } from './people'
import { createPost } from './posts'

const { TEST_SITE_URL } = process.env as Record<string, string>
const category = 'bugs'
const title = () => `Attacked ${randomUUID()}`

/** Sends a request to the MCP server without its client. */
const askMcp = (body: unknown, key?: string) =>
  fetch(`${TEST_SITE_URL}/api/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  })
const toolCall = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'list_posts', arguments: {} },
})

/** Pretends that a key has sent as many requests as it may. */
const spend = (key: string) => sql`
  insert into private.api_usage (caller, used)
  select sha256(convert_to(concat_ws(E'\\n', s.value, 'api', 'key', (private.find_key(${key})).id::text), 'UTF8')), 600
  from private.salt s on conflict (caller) do update set used = 600, started_at = now()`

test('of edits at the same moment with one If-Match, one is saved', { tag: '@desk' }, async () => {
  const admin = await createPerson({ admin: true })
  const key = await keyOf(admin, ['write', 'admin'])
  const written = { category, title: title(), details: 'x' }
  const { body: post } = await ask('POST', '/posts', { key, body: written })
  const { body: comment } = await ask('POST', `/posts/${post.id}/comments`, { key, body: { body: 'First' } })
  const { body: entry } = await ask('POST', '/dashboard/changelog', { key, body: { title: title() } })
  const slug = `edited-${randomUUID().slice(0, 8)}`
  const named = { name: 'Edited', slug }
  const { body: made } = await ask('POST', '/categories', { key, body: named })
  const edits = {
    [`/categories/${made.id}`]: (n: number) => ({ description: `Edit ${n}`, is_archived: n % 2 === 0 }),
    [`/posts/${post.id}`]: (n: number) => ({ details: `Edit ${n}` }),
    [`/comments/${comment.id}`]: (n: number) => ({ body: `Edit ${n}` }),
    [`/dashboard/changelog/${entry.id}`]: (n: number) => ({ body: `Edit ${n}` }),
  }
  for (const [place, edit] of Object.entries(edits)) {
    for (let round = 0; round < 5; round++) {
      const read = await ask('GET', place, { key })
      const headers = { 'If-Match': read.headers.get('etag') }
      const all = await Promise.all(
        [1, 2, 3, 4].map((n) => ask('PATCH', place, { key, headers, body: edit(10 * round + n) })),
      )
      const statuses = all.map(({ status }) => status).toSorted()
      expect(statuses, place).toEqual([200, 412, 412, 412])
    }
  }
  for (let round = 0; round < 2; round++) {
    const read = await ask('GET', `/posts/${post.id}`, { key })
    const headers = { 'If-Match': read.headers.get('etag') }
    const others = [category, 'new-features', 'integrations'].filter((other) => other !== read.body.category)
    const moves = others.map((to) =>
      ask('PATCH', `/posts/${post.id}`, { key, headers, body: { category: to } }),
    )
    const statuses = (await Promise.all(moves)).map(({ status }) => status)
    expect(statuses.toSorted(), 'moves').toEqual([200, 412])
  }
  await ask('PATCH', `/posts/${post.id}`, { key, body: { category } })
  const headers = { 'If-Match': (await ask('GET', `/categories/${made.id}`, { key })).headers.get('etag') }
  await ask('PATCH', `/categories/${made.id}`, { key, body: { name: 'Edited again' } })
  expect((await ask('DELETE', `/categories/${made.id}`, { key, headers })).status).toBe(412)
  // Without an ETag, a resource can’t be compared with what someone read.
  const vote = { key, headers: { 'If-Match': '"seen"' } }
  expect((await ask('PUT', `/posts/${post.id}/vote`, vote)).status).toBe(412)
  expect((await ask('DELETE', `/categories/${made.id}`, { key })).status).toBe(200)
})

test('a category that is edited at the same moment isn’t deleted', { tag: '@desk' }, async () => {
  const key = await keyOf(await createPerson({ admin: true }), ['write', 'admin'])
  const body = { name: 'Deleted', slug: `deleted-${randomUUID().slice(0, 8)}` }
  const place = `/categories/${(await ask('POST', '/categories', { key, body })).body.id}`
  const headers = { 'If-Match': (await ask('GET', place, { key })).headers.get('etag') }
  const both = await sql.begin(async (lock) => {
    await lock`select from public.categories where slug = ${body.slug} for update`
    const waiting = (count: number) =>
      expect
        .poll(async () => {
          const waits = await sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and query like '%categor%'`
          return waits.length
        })
        .toBe(count)
    const edit = ask('PATCH', place, { key, headers, body: { description: 'Edited' } })
    await waiting(1)
    const removal = ask('DELETE', place, { key, headers })
    await waiting(2)
    return [edit, removal]
  })
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 412])
  expect((await ask('DELETE', place, { key })).status).toBe(200)
})

test('a category is edited whole or not at all', { tag: '@desk' }, async () => {
  const key = await keyOf(await createPerson({ admin: true }), ['write', 'admin'])
  const [{ id, name }] = (await ask('GET', '/categories', { key })).body.items.filter(
    (one: { slug: string }) => one.slug === 'new-features',
  )
  const body = { name: 'Renamed in part', is_archived: true }
  expect((await ask('PATCH', `/categories/${id}`, { key, body })).status).toBeGreaterThanOrEqual(400)
  expect((await sql`select name from public.categories where id = ${id}`)[0]!.name).toBe(name)
})

test('an edit that is refused in part changes nothing', { tag: '@desk' }, async () => {
  const moderator = await createPerson({ moderator: true })
  const key = await keyOf(moderator, ['write'])
  const was = title()
  const written = { category, title: was, details: 'x' }
  const { body: post } = await ask('POST', '/posts', { key, body: written })
  const team = await keyOf(moderator, ['write', 'team'])
  for (const [with_, wanted, status] of [
    [team, 'nothing', 404],
    [key, 'new-features', 403],
  ] as const) {
    const body = { title: title(), category: wanted }
    expect((await ask('PATCH', `/posts/${post.id}`, { key: with_, body })).status, wanted).toBe(status)
    expect((await ask('GET', `/posts/${post.id}`, { key })).body.title, wanted).toBe(was)
  }
  const [{ email }] = (await sql`select email from auth.users where id = ${moderator.id}`) as [
    { email: string },
  ]
  const own = { category, title: title(), on_behalf_of: email }
  expect((await ask('POST', '/posts', { key: team, body: own })).status).toBeGreaterThanOrEqual(400)
  await sql`delete from public.roles where user_id = ${moderator.id}`
  const others = { category, title: title(), on_behalf_of: `${randomUUID()}@example.com` }
  expect((await ask('POST', '/posts', { key: team, body: others })).status).toBe(403)
  const shown = await sql`
    select title from public.posts where title in (${own.title}, ${others.title}) and deleted_at is null`
  expect([...shown]).toEqual([])
})

test(
  'each of several webhooks that are added at once is told with its own secret',
  { tag: '@desk' },
  async () => {
    const admin = await createPerson({ admin: true })
    const key = await keyOf(admin, ['write', 'admin'])
    const add = (n: number) => {
      const body = { address: `https://example.com/${n}-${randomUUID()}`, kinds: ['post.created'] }
      return ask('POST', '/webhooks', { key, body })
    }
    const made = (await Promise.all([1, 2, 3, 4].map(add))).map(
      ({ body }) => body as { id: number; secret: string },
    )
    try {
      const rows =
        await sql`select id::int, secret from private.webhooks where id = any (${made.map(({ id }) => id)}) order by id`
      expect([...rows]).toEqual(made.toSorted((a, b) => a.id - b.id))
    } finally {
      for (const { id } of made) await ask('DELETE', `/webhooks/${id}`, { key })
    }
  },
)

test('one request to the MCP server is one call and counts as one', { tag: '@desk' }, async () => {
  const many = await askMcp(Array.from({ length: 50 }, (_, id) => toolCall(id)))
  expect(many.status).toBe(400)
  expect((await many.text()).match(/"result"/g)).toBeNull()
  expect((await askMcp('x'.repeat(250_000))).status).toBe(413)
  const key = await keyOf(await createPerson({ moderator: true }), [])
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  expect((await askMcp(list, key)).status).toBe(200)
  await spend(key)
  const refused = await askMcp(list, key)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('no cache answers a request with a key from one without', { tag: '@desk' }, async () => {
  const key = await keyOf(await createPerson({ moderator: true }), [])
  for (const path of ['/posts?limit=1', '/changelog', '/categories']) {
    expect((await ask('GET', path)).headers.get('vary'), path).toMatch(/authorization/i)
    const keyed = await ask('GET', path, { key })
    expect(keyed.headers.get('cache-control'), path).toContain('private')
    expect(keyed.headers.get('access-control-allow-origin'), path).toBeNull()
  }
  expect((await ask('GET', '/me', { key })).headers.get('cache-control')).toBe('private, no-store')
})

test('pages of other sites may read without a key', { tag: '@desk' }, async () => {
  const headers = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' }
  const preflight = await ask('OPTIONS', '/posts', { headers })
  expect(preflight.status).toBe(204)
  const allowed = (name: string) => preflight.headers.get(`access-control-allow-${name}`)
  expect(allowed('origin')).toBe('*')
  expect(allowed('methods')).toBe('GET, HEAD')
  expect(allowed('headers')).not.toMatch(/authorization/i)
  expect(allowed('credentials')).toBeNull()
  const read = await ask('GET', '/posts?limit=1', { headers: { Origin: 'https://example.com' } })
  expect(read.headers.get('access-control-allow-origin')).toBe('*')
  expect((await ask('OPTIONS', '/me', { headers })).headers.get('access-control-allow-headers')).not.toMatch(
    /authorization/i,
  )
})

test(
  'a blocked person’s key can’t write, and a deleted account’s key is invalid',
  { tag: '@desk' },
  async () => {
    const [moderator, gone] = await Promise.all([
      createPerson({ moderator: true }),
      createPerson({ moderator: true }),
    ])
    const key = await keyOf(moderator, ['write', 'team'])
    const lost = await keyOf(gone, ['write', 'team'])
    const post = await createPost(null)
    await sql`delete from public.roles where user_id = ${moderator.id}`
    await sql`insert into private.blocks (person_id, reason) values (${moderator.id}, 'Spam')`
    const writes: [string, string, object?][] = [
      ['POST', '/posts', { category, title: title() }],
      ['POST', `/posts/${post.id}/comments`, { body: 'x' }],
      ['PUT', `/posts/${post.id}/vote`],
      ['POST', `/posts/${post.id}/notes`, { body: 'x' }],
      ['POST', '/dashboard/changelog', { title: title() }],
    ]
    for (const [method, path, body] of writes) {
      expect((await ask(method, path, { key, body })).status, path).toBe(403)
    }
    await sql`delete from auth.users where id = ${gone.id}`
    expect((await ask('GET', '/posts', { key: lost })).status).toBe(401)
  },
)
