import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ask, type Sent } from '../support/any-project.ts'
import {
  answers,
  call,
  check,
  first,
  ids,
  mark,
  member,
  moderator,
  object,
  operator,
  postId,
  quoted,
  representation,
  second,
  sent,
  slug,
  third,
  useAnswers,
} from '../support/api-answers.ts'

// What the site and these tests rely on, whichever Supabase they talk to. npm run test:api asks a hosted project.
const time = '2026-11-20T10:00:00.5+00:00'

useAnswers()

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
