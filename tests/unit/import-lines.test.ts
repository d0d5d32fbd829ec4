import { describe, expect, test } from 'vitest'
import { parseLine, readLines } from '../../supabase/commands/import-lines.ts'

const good = {
  id: 'team/board#1',
  title: 'Pin a post to the top',
  details: 'Some posts matter more.',
  state: 'open',
  created_at: '2025-03-14',
  labels: [],
  votes: 3,
  comments: [{ author: 'user-1', body: 'Yes please.', created_at: '2025-03-15' }],
  duplicate_of: null,
}
const comment = good.comments[0]!

function parse(changes: object) {
  return parseLine(JSON.stringify({ ...good, ...changes }))
}

function postOf(changes: object) {
  const parsed = parse(changes)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.post
}

async function linesOf(chunks: (string | Uint8Array)[], longest?: number) {
  const bytes = async function* () {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
  return Array.fromAsync(readLines(bytes(), longest))
}

test('reads a whole line', () => {
  expect(parse({})).toEqual({
    ok: true,
    post: {
      id: 'team/board#1',
      title: 'Pin a post to the top',
      details: 'Some posts matter more.',
      state: 'proposed',
      author: null,
      createdAt: Date.UTC(2025, 2, 14),
      votes: 3,
      comments: [{ author: 'user-1', body: 'Yes please.', createdAt: Date.UTC(2025, 2, 15) }],
      shortened: 0,
      emptyComments: 0,
      isDuplicate: false,
    },
  })
})

describe('a bad line says why', () => {
  test.each([
    ['{"id": "team/board#1", "title": ', /^not JSON \(/],
    ['[]', 'Invalid input: expected object, received array'],
    ['null', 'Invalid input: expected object, received null'],
    ['"text"', 'Invalid input: expected object, received string'],
    ['{}', 'id: is missing; title: is missing; state: is missing'],
  ])('%s', (line, reason) => {
    const parsed = parseLine(line)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.reason).toMatch(reason)
  })

  test.each([
    [{ id: ' ' }, 'id: is empty'],
    [{ id: 7 }, 'id: Invalid input: expected string, received number'],
    [{ id: 'x'.repeat(501) }, 'id: is longer than 500 characters'],
    [{ title: null }, 'title: Invalid input: expected string, received null'],
    [{ title: 'Ab' }, 'title: has fewer than 3 visible characters'],
    [{ title: ' \u200b\u200d\n ' }, 'title: has fewer than 3 visible characters'],
    [{ state: 'merged' }, 'state: Invalid option: expected one of "open"|"closed"'],
    [{ created_at: undefined }, 'created_at: is missing'],
    [{ created_at: '2025-02-30' }, 'created_at: must be like 2026-11-20 or 2026-11-20T09:30:00Z'],
    [{ created_at: 1741910400 }, 'created_at: must be like 2026-11-20 or 2026-11-20T09:30:00Z'],
    [{ created_at: '1995-01-01' }, 'created_at: lies before the year 2000'],
    [{ created_at: '2999-01-01' }, 'created_at: lies in the future'],
    [{ votes: -1 }, /^votes: /],
    [{ votes: 1.5 }, /^votes: /],
    [{ votes: '3' }, /^votes: /],
    [{ votes: 100_001 }, /^votes: /],
    [{ details: {} }, 'details: Invalid input: expected string, received object'],
    [{ comments: {} }, /^comments: /],
    [{ comments: [comment, { ...comment, body: 5 }] }, /^comments\[1\]\.body: /],
    [{ comments: [{ author: 'user-1', body: 'Hm' }] }, 'comments[0].created_at: is missing'],
  ])('%o', (changes, reason) => {
    const parsed = parse(changes)
    expect(parsed.ok).toBe(false)
    if (!parsed.ok) expect(parsed.reason).toMatch(reason)
  })
})

test('takes what may be missing as empty', () => {
  const post = postOf({ details: null, votes: null, comments: null, duplicate_of: undefined })
  expect(post).toMatchObject({ details: '', votes: 0, comments: [], isDuplicate: false })
})

test('maps closed to completed and notes duplicates', () => {
  expect(postOf({ state: 'closed', duplicate_of: 'team/board#9' })).toMatchObject({
    state: 'completed',
    isDuplicate: true,
  })
})

test('keeps the moment when the source has one', () => {
  expect(postOf({ created_at: '2025-03-14T08:30:00+02:00' }).createdAt).toBe(Date.UTC(2025, 2, 14, 6, 30))
})

test('leaves out empty comments and never dates one before its post', () => {
  const post = postOf({
    comments: [
      { ...comment, body: ' \r\n\u200b' },
      { ...comment, created_at: '2020-01-01' },
      { ...comment, author: null },
    ],
  })
  expect(post.emptyComments).toBe(1)
  expect(post.comments.map(({ author, createdAt }) => [author, createdAt])).toEqual([
    ['user-1', post.createdAt],
    [null, Date.UTC(2025, 2, 15)],
  ])
})

test('shortens what is too long and counts it', () => {
  const post = postOf({
    title: 'word '.repeat(60),
    details: '🦊'.repeat(10_001),
    comments: [{ ...comment, body: 'word '.repeat(900) }],
  })
  expect(post.shortened).toBe(3)
  expect(post.title).toBe(`${'word '.repeat(27)}word…`)
  expect(Array.from(post.details)).toHaveLength(10_000)
  expect(Array.from(post.comments[0]!.body).length).toBeLessThanOrEqual(2500)
  expect(post.comments[0]!.body).toMatch(/word…$/)
})

test('removes what a database cannot hold', () => {
  const line = JSON.stringify({ ...good, title: 'A\0 lone \ud83d half', details: 'x\0y' })
  expect(parseLine(line)).toMatchObject({ ok: true, post: { title: 'A lone \ufffd half', details: 'xy' } })
})

describe('reading lines', () => {
  test('numbers them, counts bytes and joins what was read in pieces', async () => {
    const bytes = Buffer.from('ä1\r\n\nb🦊\nlast')
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(await linesOf(pieces)).toEqual([
      { number: 1, text: 'ä1\r', bytesRead: 5 },
      { number: 2, text: '', bytesRead: 6 },
      { number: 3, text: 'b🦊', bytesRead: 12 },
      { number: 4, text: 'last', bytesRead: 16 },
    ])
  })

  test('drops a byte order mark, keeps separators that are part of a text, replaces what is not UTF-8', async () => {
    const lines = await linesOf(['\ufeff{}\n', '"a\u2028b"\n', Uint8Array.of(0x22, 0xff, 0x22)])
    expect(lines.map(({ text }) => text)).toEqual(['{}', '"a\u2028b"', '"\ufffd"'])
  })

  test('passes over a line that is too long and goes on', async () => {
    const lines = await linesOf(['ab', 'cdefg', 'h\nok\n'], 5)
    expect(lines.map(({ text }) => text)).toEqual([null, 'ok'])
  })

  test('finds none in an empty file', async () => {
    expect(await linesOf([])).toEqual([])
  })
})
