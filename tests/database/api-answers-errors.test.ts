import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ask, signedAgain } from '../support/any-project.ts'
import {
  call,
  check,
  first,
  mark,
  member,
  moderator,
  operator,
  postId,
  representation,
  useAnswers,
} from '../support/api-answers.ts'

const { TEST_JWT_SECRET } = process.env

useAnswers()

describe('what the database raises', () => {
  const comment = async () => {
    await call('lock_posts', { post_ids: [postId], wanted: true }, { as: moderator })
    return call('create_comment', { post_id: postId, body: 'Hm', sent_key: randomUUID() }, { as: member })
  }
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
