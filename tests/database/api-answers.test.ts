import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, ask, createPerson, type Sent, signedAgain } from '../support/any-project.ts'

// What the site and these tests rely on, whichever Supabase they talk to. npm run test:api asks a hosted project.
const { TEST_JWT_SECRET } = process.env
const mark = `API ${randomUUID().slice(0, 8)}`
const [first, second, third] = ['one', 'two', 'three'].map((name) => `${mark} ${name}`)
const quoted = `"a, b", 'c' \\ {d}: 100%`
const time = '2026-11-20T10:00:00.5+00:00'

let postId: number
let slug: string

const call = (name: string, body: unknown, sent: Sent = {}) =>
  ask(`rpc/${name}`, { method: 'POST', body, ...sent })
const answers = (query = '') => `canned_answers?name=like.${encodeURIComponent(`${mark}*`)}&order=id${query}`
const object = { Accept: 'application/vnd.pgrst.object+json' }
const representation = { Prefer: 'return=representation' }
const operator = { as: 'operator' } as const

const [member, moderator] = [await createPerson(), await createPerson()]
await ask('roles', { ...operator, method: 'POST', body: { user_id: moderator.id, role: 'moderator' } })
const sent = { category: 'new-features', title: mark, details: '', sent_key: randomUUID() }
const { body } = await call('create_post', sent, { as: member, headers: object })
;({ id: postId, slug } = body as { id: number; slug: string })
const rows = [
  { name: first, body: quoted, created_at: '2026-11-20T11:00:00.500+01:00' },
  { name: second, body: 'Two', created_at: '2026-11-20T10:00:00.123456Z' },
  { name: third, body: 'Three', created_at: '2026-11-20T10:00:00Z' },
]
const made = await ask('canned_answers?select=id', {
  ...operator,
  method: 'POST',
  body: rows,
  headers: representation,
})
const ids = (made.body as { id: number }[]).map(({ id }) => id)

afterAll(async () => {
  await ask(answers(), { ...operator, method: 'DELETE' })
  for (const as of [member, moderator]) await call('delete_account', { remove_content: true }, { as })
})

/** A row of a table: the request and the expected response. */
type Case = [name: string, request: () => Promise<Answer>, status: number, body?: unknown, range?: string]
const check = (cases: Case[]) =>
  test.each(cases)('%s', async (_, request, status, body, range) => {
    const answer = await request()
    expect(answer).toMatchObject({ status, ...(body !== undefined && { body }), ...(range && { range }) })
  })
const asModerator = (path: string, sent: Sent = {}) => ask(path, { as: moderator, ...sent })

describe('values', () => {
  check([
    [
      'times are ISO 8601 with as many digits as they have',
      () => asModerator(answers('&select=created_at')),
      200,
      [
        { created_at: time },
        { created_at: '2026-11-20T10:00:00.123456+00:00' },
        { created_at: '2026-11-20T10:00:00+00:00' },
      ],
    ],
    [
      'a time that was read finds its row',
      () => asModerator(answers(`&select=name&created_at=eq.${encodeURIComponent(time)}`)),
      200,
      [{ name: first }],
    ],
    [
      'times of a function are written as those of a table',
      () => call('describe_people', { people: [member.id, randomUUID()] }, { as: moderator }),
      200,
      [{ id: expect.any(String), created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/) }],
    ],
    [
      'so are times of what is embedded',
      () => ask(`posts?id=eq.${postId}&select=profiles!posts_author_id_fkey(created_at)`),
      200,
      [{ profiles: { created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/) } }],
    ],
    [
      'null is null, and can be asked for',
      () => ask(`posts?select=id,edited_at&edited_at=is.null&id=eq.${postId}`),
      200,
      [{ id: expect.any(Number), edited_at: null }],
    ],
    [
      'text goes in and out letter for letter',
      () => asModerator(answers('&select=body&limit=1')),
      200,
      [{ body: quoted }],
    ],
    [
      'text is found letter for letter',
      () => asModerator(answers(`&select=name&body=eq.${encodeURIComponent(quoted)}`)),
      200,
      [{ name: first }],
    ],
    ['a single value comes bare', () => call('is_fresh', {}, { as: member }), 200, true],
    [
      'a function by GET',
      () => ask(`rpc/get_post?category=new-features&slug=${slug}&select=id`),
      200,
      [{ id: expect.any(Number) }],
    ],
  ])
})

describe('JSON and arrays', () => {
  const list = (filter: unknown, sort?: unknown) =>
    call('admin_posts?select=title', { filter, ...(sort !== undefined && { sort }) }, { as: moderator })
  check([
    ['an object is an object', () => list({ text: mark }), 200, [{ title: mark }]],
    ['a list is a list', () => list({ text: mark }, [{ by: 'title', desc: true }]), 200, [{ title: mark }]],
    ['null is no filter', () => list(null, null), 200],
    [
      'text that holds JSON stays text',
      () => list(JSON.stringify({ text: mark })),
      400,
      { code: '22023', message: 'A filter must be an object.' },
    ],
    [
      'a text is no filter',
      () => list('open'),
      400,
      { code: '22023', message: 'A filter must be an object.' },
    ],
    ['nor is a number', () => list(5), 400, { code: '22023', message: 'A filter must be an object.' }],
    ['nor true', () => list(true), 400, { code: '22023', message: 'A filter must be an object.' }],
    [
      'JSON by GET',
      () =>
        asModerator(
          `rpc/admin_posts?select=title&filter=${encodeURIComponent(JSON.stringify({ text: mark }))}`,
        ),
      200,
      [{ title: mark }],
    ],
    [
      'JSON comes out as JSON',
      () => call('export_account', {}, { as: member }),
      200,
      { profile: { name: 'Member' } },
    ],
    [
      'a list of ids',
      () => call('lock_posts', { post_ids: [postId], wanted: true }, { as: moderator }),
      200,
      [{ category_slug: 'new-features' }],
    ],
    ['an empty list', () => call('lock_posts', { post_ids: [], wanted: true }, { as: moderator }), 200, []],
    [
      'a list in an address',
      () => asModerator(`canned_answers?id=in.(${ids.slice(1)})&select=name&order=id`),
      200,
      [{ name: second }, { name: third }],
    ],
  ])
})

describe('what the database raises', () => {
  const comment = () =>
    call('create_comment', { post_id: postId, body: 'Hm', sent_key: randomUUID() }, { as: member })
  const move = (body: object) => call('admin_posts', body, { as: moderator })
  check([
    [
      'with a status of its own',
      comment,
      403,
      { code: 'PT403', message: 'Comments are locked.', hint: 'locked', details: null },
    ],
    [
      'for what is gone',
      () => call('set_vote', { post_id: 2 ** 40, wanted: true }, { as: member }),
      500,
      { code: 'P0002', message: 'This post no longer exists.', hint: null, details: null },
    ],
    [
      'for a value that cannot be read',
      () => move({ filter: { nothing: 1 } }),
      400,
      { code: '22023', message: 'Unknown filter: nothing' },
    ],
    [
      'to whoever may not',
      () => call('admin_posts', {}, { as: member }),
      403,
      { code: '42501', message: 'Only the team may do this.' },
    ],
    ['to a visitor', () => call('set_vote', { post_id: postId, wanted: true }), 401, { code: '42501' }],
    [
      'for a rule that no constraint can say',
      () =>
        ask(`profiles?id=eq.${member.id}`, { method: 'PATCH', body: { name: 'Support team' }, as: member }),
      400,
      { code: '23514', message: 'This name is reserved for the people who run this site.' },
    ],
  ])
})

describe('what a constraint refuses', () => {
  const add = (body: object) => ask('canned_answers', { ...operator, method: 'POST', body })
  const patch = (path: string, body: object) => ask(path, { method: 'PATCH', body, as: member })
  check([
    [
      'a check',
      () => patch(`profiles?id=eq.${member.id}`, { name: '' }),
      400,
      {
        code: '23514',
        message: expect.stringMatching(/^new row for relation "profiles" violates check constraint "/),
      },
    ],
    [
      'what is there already',
      () => add({ name: first, body: 'Again' }),
      409,
      { code: '23505', details: expect.stringContaining('already exists.') },
    ],
    [
      'what leads nowhere',
      () => ask('roles', { ...operator, method: 'POST', body: { user_id: randomUUID(), role: 'moderator' } }),
      409,
      { code: '23503', details: expect.stringContaining('is not present in table') },
    ],
    [
      'what is missing',
      () => ask('roles', { ...operator, method: 'POST', body: { user_id: member.id } }),
      400,
      { code: '23502', message: expect.stringContaining('null value in column "role" of relation "roles"') },
    ],
    ['what is no number', () => ask('posts?select=id&id=eq.x'), 400, { code: '22P02' }],
    ['what is no time', () => ask('posts?select=id&created_at=gt.x'), 400, { code: '22007' }],
    ['what is too large', () => ask('posts?select=id&id=eq.99999999999999999999'), 400, { code: '22003' }],
    [
      'a row that is somebody else’s',
      () => patch(`profiles?id=eq.${moderator.id}&select=id`, { name: 'Mine' }),
      204,
    ],
    [
      'a column that nobody may write',
      () => patch(`profiles?id=eq.${member.id}`, { is_team: true }),
      403,
      { code: '42501', message: 'permission denied for table profiles' },
    ],
  ])
})

describe('how many', () => {
  const exact = { Prefer: 'count=exact' }
  const list = (headers: Record<string, string>, query = '') =>
    asModerator(answers(`&select=name${query}`), { headers })
  check([
    [
      'all are counted',
      () => list(exact),
      200,
      [{ name: first }, { name: second }, { name: third }],
      '0-2/3',
    ],
    ['a part says of how many', () => list(exact, '&limit=1'), 206, [{ name: first }], '0-0/3'],
    ['without a count it does not', () => list({}, '&limit=1&offset=1'), 200, [{ name: second }], '1-1/*'],
    ['a range', () => list({ ...exact, Range: '1-1' }), 206, [{ name: second }], '1-1/3'],
    ['none are counted too', () => list(exact, '&body=eq.none'), 200, [], '*/0'],
    ['past the end', () => list(exact, '&offset=9'), 416, { code: 'PGRST103' }],
    ['past the end without a count', () => list({}, '&offset=9'), 200, [], '*/*'],
    [
      'a count alone',
      () => asModerator(answers('&select=name'), { method: 'HEAD', headers: exact }),
      200,
      null,
      '0-2/3',
    ],
  ])
})

describe('one row', () => {
  const one = (path: string) => asModerator(path, { headers: object })
  const notOne = (count: number) => ({
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${count} rows`,
  })
  check([
    ['is itself', () => one(`canned_answers?id=eq.${ids[0]}&select=name`), 200, { name: first }],
    ['is not none', () => one('canned_answers?id=eq.0&select=name'), 406, notOne(0)],
    ['is not many', () => one(answers('&select=name')), 406, notOne(3)],
    [
      'of a function',
      () => call('set_vote', { post_id: postId, wanted: true }, { as: moderator, headers: object }),
      200,
      { voted: true, votes_total: expect.any(Number) },
    ],
    [
      'that is written',
      () =>
        ask(`canned_answers?id=eq.${ids[2]}&select=body`, {
          ...operator,
          method: 'PATCH',
          body: { body: '3' },
          headers: { ...object, ...representation },
        }),
      200,
      { body: '3' },
    ],
    [
      'that is not there to be written',
      () =>
        ask('canned_answers?id=eq.0', {
          ...operator,
          method: 'PATCH',
          body: { body: '3' },
          headers: { ...object, ...representation },
        }),
      406,
      notOne(0),
    ],
  ])
})

describe('empty', () => {
  const write = (method: string, path: string, body?: unknown, headers = {}) =>
    ask(path, { ...operator, method, body, headers })
  check([
    [
      'no body for a function without arguments',
      () => call('is_fresh', undefined, { as: member }),
      200,
      true,
    ],
    ['no body where rows are expected', () => write('POST', 'canned_answers', ''), 400, { code: 'PGRST102' }],
    ['half a body', () => write('POST', 'canned_answers', '{"name":'), 400, { code: 'PGRST102' }],
    ['no rows', () => write('POST', 'canned_answers', [], representation), 201, []],
    [
      'a row is added silently',
      () => write('POST', 'canned_answers', { name: `${mark} x`, body: 'x' }),
      201,
      null,
    ],
    ['a row is taken silently', () => write('DELETE', `canned_answers?name=eq.${mark}%20x`), 204, null],
    ['nothing is changed', () => write('PATCH', 'canned_answers?id=eq.0', { body: 'x' }), 204, null],
    ['nothing is taken', () => write('DELETE', 'canned_answers?id=eq.0', undefined, representation), 200, []],
    [
      'a function that gives nothing',
      () => call('forget_attempts', { account: randomUUID(), address: '192.0.2.1' }, operator),
      204,
      null,
    ],
  ])
})

describe('what is unknown', () => {
  check([
    ['a table', () => ask('nothing'), 404, { code: 'PGRST205' }],
    ['a function', () => call('nothing', {}), 404, { code: 'PGRST202' }],
    ['an argument', () => call('is_fresh', { nothing: 1 }), 404, { code: 'PGRST202' }],
    [
      'a column',
      () => ask('posts?select=nothing'),
      400,
      { code: '42703', message: 'column posts.nothing does not exist' },
    ],
    [
      'a column that is written',
      () => ask('canned_answers', { ...operator, method: 'POST', body: { nothing: 1 } }),
      400,
      { code: 'PGRST204' },
    ],
    ['a way to another table', () => ask('posts?select=id,nothing(id)'), 400, { code: 'PGRST200' }],
    ['an operator', () => ask('posts?select=id&id=x.1'), 400, { code: 'PGRST100' }],
  ])
})

describe('a token', () => {
  const read = (accessToken: string) => ask(`posts?select=id&id=eq.${postId}`, { as: { accessToken } })
  const tampered = () => signedAgain(member.accessToken, {}, 'made up')
  check([
    ['of a session is taken', () => read(member.accessToken), 200, [{ id: expect.any(Number) }]],
    ['that somebody made up is not', () => read(tampered()), 401, { code: 'PGRST301' }],
    ['that is none is not', () => read('a.b.c'), 401, { code: 'PGRST301' }],
  ])

  // Only a project whose secret is known lets anyone sign an expired token.
  test.runIf(TEST_JWT_SECRET)('that has expired isn’t one', async () => {
    const expired = signedAgain(member.accessToken, { exp: 1_700_000_000 }, TEST_JWT_SECRET!)
    expect(await read(expired)).toMatchObject({
      status: 401,
      body: { code: 'PGRST303', message: 'JWT expired' },
    })
  })
})

test('an API key makes its owner the caller', async () => {
  const { body: key } = await call('make_api_key', { name: mark, scopes: ['team'] }, { as: moderator })
  const headers = { 'x-signpost-key': String(key) }
  const { body: viewer } = await call('get_viewer', {}, { headers: { ...headers, ...object } })
  expect(viewer).toMatchObject({ id: moderator.id, role: 'moderator' })
  const written = await call('create_post', { ...sent, sent_key: randomUUID() }, { headers })
  expect(written.body).toMatchObject({ code: '25006' })
  expect((await call('list_sessions', {}, { headers })).body).toMatchObject({ hint: 'key_refused' })
  const unknown = await call('list_categories', {}, { headers: { 'x-signpost-key': 'sp_nothing' } })
  expect(unknown).toMatchObject({ status: 401, body: { hint: 'key_unknown' } })
})
