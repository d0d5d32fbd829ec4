import { randomUUID } from 'node:crypto'
import { ask, keyOf } from './api-client'
import { expect, test } from './fixtures'
import { createPerson, sql } from './people'

type Operation = { security: object[]; description?: string; requestBody?: object }
type Contract = { paths: Record<string, Record<string, Operation>> }

/** A request for each endpoint, about existing things, so that only permissions decide the answer. */
const bodies: Record<string, object> = {
  'POST /posts': { category: 'bugs', title: `Of a caller ${randomUUID()}` },
  'PATCH /posts/{id}': { title: 'Changed by a caller' },
  'POST /posts/{id}/state': { state: 'planned' },
  'POST /posts/{id}/merge': { into: 999_999 },
  'POST /posts/{id}/votes': { email: 'somebody@example.com', why: 'Asked' },
  'POST /posts/{id}/comments': { body: 'Said by a caller' },
  'PATCH /comments/{id}': { body: 'Changed by a caller' },
  'POST /categories': { name: 'Of a caller', slug: 'of-a-caller' },
  'PATCH /categories/{id}': { is_archived: false },
  'POST /tags': { name: 'caller' },
  'POST /posts/{id}/tags': { add: [] },
  'POST /posts/{id}/notes': { body: 'Noted by a caller' },
  'PATCH /posts/{id}/plan': { quarter: '2027-Q1' },
  'PUT /posts/{id}/reviewed': { is_reviewed: true },
  'PUT /people/{person_id}/role': { role: null },
  'POST /reports': { post_id: 999_999, reason: 'Spam' },
  'POST /reports/dismiss': { post_ids: [] },
  'POST /webhooks': { address: 'https://example.com/hook', kinds: ['post.created'] },
  'PATCH /webhooks/{id}': { is_on: false },
  'POST /dashboard/changelog': { title: 'Of a caller' },
  'PATCH /dashboard/changelog/{id}': { title: 'Changed by a caller' },
}

/** Requests about other people’s things, which only their author or the team may change, whatever the key. */
const ofOthers = /^(PATCH|DELETE) \/(posts|comments)\/\{id\}$|^GET \/comments\/\{id\}$|restore$/

/** Only team members who may publish can do these. */
const ofPublishers = /^DELETE \/dashboard\/changelog\/\{id\}$|\/(publish|take-back)$/

/** A draft of a changelog entry that no other test uses. */
async function createDraft(author: string): Promise<string> {
  const [entry] = await sql`
    insert into public.changelog_entries (title, slug, author_id) values ('Of a caller', ${randomUUID()}, ${author})
    returning id`
  return String(entry!.id)
}

test('every endpoint answers five kinds of callers by their permissions', async () => {
  test.setTimeout(300_000)
  const [author, member, moderator, admin] = await Promise.all([
    createPerson(),
    createPerson({ moderator: true }),
    createPerson({ moderator: true }),
    createPerson({ admin: true }),
  ])
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details, slug)
    select id, ${author.id}, 'Asked for', 'x', ${randomUUID()} from public.categories where slug = 'bugs' returning id`
  const all = ['write', 'team']
  const keys = {
    'no key': undefined,
    'wrong scope': await keyOf(admin, []),
    member: await keyOf(member, all),
    moderator: await keyOf(moderator, all),
    admin: await keyOf(admin, [...all, 'admin']),
  }
  // The key of a former team member.
  await sql`delete from public.roles where user_id = ${member.id}`
  await sql`update private.api_limits set max_count = 100000`
  const contract = (await ask('GET', '/openapi.json')).body as Contract
  const table: string[] = []
  const wrong: string[] = []
  for (const [path, operations] of Object.entries(contract.paths)) {
    for (const [lower, operation] of Object.entries(operations)) {
      const method = lower.toUpperCase()
      const place = `${method} ${path}`
      const needs = /Needs a key with (.*)\./.exec(operation.description ?? '')?.[1] ?? ''
      const isPublic = operation.security.some((way) => Object.keys(way).length === 0)
      const body = bodies[place] ?? (operation.requestBody ? {} : undefined)
      const query = path.startsWith('/search') ? '?q=a' : path === '/similar' ? '?title=a' : ''
      const target = path
        .replace('{id}', path.startsWith('/posts') ? String(post!.id) : '{id}')
        .replace('{id}', path.startsWith('/dashboard/changelog') ? await createDraft(author.id) : '999999')
        .replace('{person_id}', randomUUID())
      const statuses: number[] = []
      for (const key of Object.values(keys)) {
        statuses.push((await ask(method, target + query, { key, body })).status)
      }
      table.push(`${place.padEnd(42)} ${needs.padEnd(20)} ${statuses.join(' ')}`)
      const [none, scopeless, plain, team, boss] = statuses as [number, number, number, number, number]
      const isLetIn = (status: number) => ![401, 403].includes(status) && status < 500
      const isRight =
        (isPublic ? isLetIn(none) : none === 401) &&
        (isPublic || needs === '`read`' ? isLetIn(scopeless) || ofOthers.test(place) : scopeless === 403) &&
        (/team|admin/.test(needs) ? plain === 403 : isLetIn(plain) || ofOthers.test(place)) &&
        (/admin/.test(needs) || ofPublishers.test(place)
          ? team === 403
          : isLetIn(team) || ofOthers.test(place)) &&
        isLetIn(boss)
      if (!isRight) wrong.push(table.at(-1)!)
    }
  }
  await sql`update private.api_limits set max_count = case caller when 'key' then 600 else 120 end`
  await sql`delete from public.categories where slug = 'of-a-caller'`
  console.log(table.join('\n'))
  expect(wrong).toEqual([])
  expect(table.length).toBeGreaterThan(40)
})
