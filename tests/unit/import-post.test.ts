import { describe, expect, test } from 'vitest'
import { readPost } from '../../lib/transfer/import/post.ts'
import { explainProblems } from '../../lib/transfer/import/problems.ts'
import { commonStates } from '../../lib/transfer/import/states.ts'

const good = {
  id: 'team/board#1',
  title: 'Pin a post to the top',
  details: 'Some posts matter more.',
  state: 'open',
  created_at: '2025-03-14',
  votes: 3,
  comments: [{ author: 'user-1', body: 'Yes please.', created_at: '2025-03-15' }],
  duplicate_of: null,
}
const comment = good.comments[0]!
const dayTwo = Date.UTC(2025, 2, 15)

const read = (changes: object) => readPost({ ...good, ...changes }, commonStates)
const nobody = { source: null, category: null, voters: [], response: null }
const nothing = {
  shortened: 0,
  emptyComments: 0,
  flattened: 0,
  zoneless: 0,
  undated: 0,
  duplicates: 0,
  unknownFields: [],
}

function postOf(changes: object) {
  const result = read(changes)
  if (result.ok !== true) throw new Error(JSON.stringify(result))
  return result.post
}

test('reads a whole post', () => {
  expect(postOf({})).toEqual({
    ...nobody,
    id: 'team/board#1',
    title: 'Pin a post to the top',
    details: 'Some posts matter more.',
    state: 'proposed',
    stateName: 'open',
    author: null,
    createdAt: Date.UTC(2025, 2, 14),
    votes: 3,
    comments: [{ author: { id: null, name: 'user-1' }, body: 'Yes please.', createdAt: dayTwo, replies: [] }],
    remarks: nothing,
  })
})

describe('rejects other data with a plain reason', () => {
  const reasonFor = (value: unknown) => {
    const result = readPost(value, commonStates)
    return result.ok === false && explainProblems({ place: '' }, result.problems).replace(/^: /, '')
  }
  test.each([
    [[], "This isn't a JSON object with one post."],
    [null, "This isn't a JSON object with one post."],
    ['text', "This isn't a JSON object with one post."],
    [
      { id: 1, title: 'A', state: 'Parked', created_at: 'soon', votes: 'many' },
      'title: The title “A” has fewer than 3 visible characters. ' +
        `created_at: “soon” isn't a date. Write one such as 2026-11-20 or 2026-11-20T09:30:00Z. ` +
        `votes: “many” isn't a whole number from 0 to 100,000.`,
    ],
    [
      { id: 1, title: '', state: 'Parked', created_at: null },
      'title: This value is empty. state: The state “Parked” is unknown. Map it with --states.',
    ],
  ])('%j', (value, reason) => {
    expect(reasonFor(value)).toBe(reason)
  })

  const votes = (text: string) => `votes: “${text}” isn't a whole number from 0 to 100,000.`
  test.each([
    [{ id: ' ' }, 'id: This value is empty.'],
    [{ id: null }, 'id: This must be text or a number.'],
    [{ id: 'x'.repeat(501) }, 'id: This is longer than 500 characters.'],
    [{ title: null }, 'title: This must be text.'],
    [{ title: 'Ab' }, 'title: The title “Ab” has fewer than 3 visible characters.'],
    [{ title: ' \u200b\u200d\n ' }, 'title: This value is empty.'],
    [{ state: 'Parked' }, 'state: The state “Parked” is unknown. Map it with --states.'],
    [{ created_at: undefined }, 'created_at: This value is missing.'],
    [{ created_at: '1995-01-01' }, 'created_at: “1995-01-01” is before the year 2000.'],
    [{ votes: -1 }, votes('-1')],
    [{ votes: 1.5 }, votes('1.5')],
    [{ votes: 'many' }, votes('many')],
    [{ votes: 100_001 }, votes('100001')],
    [{ details: {} }, 'details: This must be text.'],
    [{ comments: {} }, 'comments: This must be a list.'],
    [{ comments: [comment, { ...comment, body: {} }] }, 'comments[1].body: This must be text.'],
    [{ comments: [{ author: 'user-1', body: 'Hm' }] }, 'comments[0].created_at: This value is missing.'],
    [{ author: [] }, 'author: This must be a name, or an object with id and name.'],
  ])('%j', (changes, reason) => {
    expect(reasonFor({ ...good, ...changes })).toBe(reason)
  })

  test('endlessly nested replies', () => {
    let replies: unknown[] = []
    for (let i = 0; i < 100_000; i++) replies = [{ ...comment, replies }]
    expect(reasonFor({ ...good, comments: replies })).toBe('comments: The replies are nested too deeply.')
  })
})

test('an id may be a number', () => {
  expect(postOf({ id: 7 }).id).toBe('7')
  expect(postOf({ title: 2026 }).title).toBe('2026')
})

test('treats missing values as empty', () => {
  const post = postOf({ details: null, votes: null, comments: null, duplicate_of: undefined })
  expect(post).toMatchObject({ details: '', votes: 0, comments: [], remarks: nothing })
})

test('maps closed to completed and records duplicates', () => {
  const post = postOf({ state: 'closed', duplicate_of: 'team/board#9' })
  expect(post).toMatchObject({ state: 'completed', remarks: { duplicates: 1 } })
})

test('a table maps a state, or leaves out its posts', () => {
  const states = { ...commonStates, parked: 'candidate' as const, spam: null }
  expect(readPost({ ...good, state: 'Parked' }, states)).toMatchObject({ post: { state: 'candidate' } })
  expect(readPost({ ...good, state: 'SPAM' }, states)).toMatchObject({ isLeftOut: true })
  expect(readPost({ ...good, state: 'spam', title: '' }, states)).toMatchObject({ ok: false })
})

test('counts unknown values and dates without a time zone', () => {
  const post = postOf({
    created_at: '2025-03-14 08:30',
    labels: [],
    comments: [{ ...comment, created_at: '2025-03-15T09:00:00' }],
  })
  expect(post.createdAt).toBe(Date.UTC(2025, 2, 14, 8, 30))
  expect(post.remarks).toMatchObject({ zoneless: 2, unknownFields: ['labels'] })
})

test('a post without a date gets today’s', () => {
  const post = postOf({ created_at: null, comments: [] })
  expect(Date.now() - post.createdAt).toBeLessThan(60_000)
  expect(post.remarks.undated).toBe(1)
})

test('leaves out empty comments and never dates one before its post', () => {
  const post = postOf({
    comments: [
      { ...comment, body: ' \r\n\u200b' },
      { ...comment, created_at: '2020-01-01' },
      { ...comment, author: null },
    ],
  })
  expect(post.remarks.emptyComments).toBe(1)
  expect(post.comments.map(({ author, createdAt }) => [author?.name, createdAt])).toEqual([
    ['user-1', post.createdAt],
    [undefined, dayTwo],
  ])
})

describe('replies', () => {
  const say = (body: string, more: object = {}) => ({ ...comment, body, ...more })
  const bodies = (changes: object) =>
    postOf(changes).comments.map(({ body, replies }) => [body, ...replies.map((reply) => reply.body)])

  test('may be nested in their comment, with deeper replies beside them', () => {
    const comments = [say('One', { replies: [say('Two', { replies: [say('Three')] })] }), say('Four')]
    expect(bodies({ comments })).toEqual([['One', 'Two', 'Three'], ['Four']])
    expect(postOf({ comments }).remarks.flattened).toBe(1)
  })

  test('may refer to their comment, in any order', () => {
    const comments = [
      say('Two', { id: 2, parent_id: 1 }),
      say('Three', { id: 3, parent_id: 2 }),
      say('One', { id: 1 }),
      say('Lost', { id: 4, parent_id: 99 }),
    ]
    expect(bodies({ comments })).toEqual([['One', 'Two', 'Three'], ['Lost']])
  })

  test('to themselves are comments', () => {
    const comments = [say('One', { id: 1, parent_id: 2 }), say('Two', { id: 2, parent_id: 1 })]
    expect(bodies({ comments })).toEqual([['One'], ['Two']])
  })

  test('to an empty comment stay', () => {
    expect(bodies({ comments: [say(' ', { replies: [say('Two')] })] })).toEqual([['Two']])
  })
})

describe('a comment by the team', () => {
  const response = { text: 'We begin in May.', author: 'Ada', created_at: '2025-04-01' }

  test('becomes the state’s note', () => {
    const post = postOf({ state: 'planned', response })
    expect(post.response).toEqual({
      text: 'We begin in May.',
      author: { id: null, name: 'Ada' },
      createdAt: Date.UTC(2025, 3, 1),
    })
  })

  test.each([
    ['the post is open', { state: 'open', response }],
    ['it is long', { state: 'planned', response: { ...response, text: 'word '.repeat(300) } }],
  ])('is a comment when %s', (_, changes) => {
    const post = postOf({ ...changes, comments: [] })
    expect(post.response).toBeNull()
    expect(post.comments).toMatchObject([{ author: { name: 'Ada' }, createdAt: Date.UTC(2025, 3, 1) }])
  })
})

test('known voters count as votes', () => {
  const voters = [{ person: { id: 1, name: 'Ada' } }, { person: null }, { person: 'Bo' }]
  expect(postOf({ votes: null, voters })).toMatchObject({ votes: 2, voters: [{}, {}] })
  expect(postOf({ votes: 9, voters }).votes).toBe(9)
})

test('only the part of an email address before the @ is kept', () => {
  expect(postOf({ author: 'ada@example.com' }).author).toEqual({ id: null, name: 'ada' })
  expect(postOf({ author: 'Ada <ada@example.com>' }).author).toEqual({ id: null, name: 'Ada' })
})

test('shortens and counts what is too long', () => {
  const post = postOf({
    title: 'word '.repeat(60),
    details: '🦊'.repeat(10_001),
    comments: [{ ...comment, body: 'word '.repeat(900) }],
  })
  expect(post.remarks.shortened).toBe(3)
  expect(post.title).toBe(`${'word '.repeat(27)}word…`)
  expect(Array.from(post.details)).toHaveLength(10_000)
  expect(Array.from(post.comments[0]!.body).length).toBeLessThanOrEqual(2500)
  expect(post.comments[0]!.body).toMatch(/word…$/)
})

test('removes characters that a database cannot store', () => {
  const post = postOf({ title: 'A\0 lone \ud83d half', details: 'x\0y' })
  expect(post).toMatchObject({ title: 'A lone \ufffd half', details: 'xy' })
})
