import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { asUtf8 } from '../../lib/transfer/import/encoding.ts'
import { openReading } from '../../lib/transfer/import/open.ts'
import { type ImportedPost, readPost } from '../../lib/transfer/import/post.ts'
import { explainProblems } from '../../lib/transfer/import/problems.ts'
import { commonStates } from '../../lib/transfer/import/states.ts'
import { makeZip } from '../support/make-zip.ts'

const makeFolder = () => mkdtempSync(join(folder, 'copy-'))
const folder = mkdtempSync(join(tmpdir(), 'signpost-hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function readFile(file: string, encoding: string | null = null) {
  const reading = await openReading([await asUtf8(file, encoding, makeFolder)], null, {})
  const posts: ImportedPost[] = []
  const problems: string[] = []
  for await (const draft of reading.drafts) {
    const read =
      'problem' in draft
        ? { ok: false as const, problems: [{ text: draft.problem }] }
        : readPost(draft.value, commonStates)
    if (read.ok === true) posts.push(read.post)
    else if (!read.ok) problems.push(explainProblems(draft, read.problems))
  }
  return { posts, problems }
}

const post = (changes: string) =>
  `{"id": 1, "title": "One post", "state": "open", "created_at": "2024-03-05"${changes && `, ${changes}`}}`
const lines = (...changes: string[]) => write('posts.jsonl', changes.map(post).join('\n'))
const nested = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)

describe('JSON', () => {
  test('nested without end is left out, or read where nothing depends on it', async () => {
    const replies = nested('[{"body": "x", "created_at": "2024-03-05", "replies": ', '}]').replace(
      ' }]',
      ' []}]',
    )
    const { posts, problems } = await readFile(
      lines(`"comments": ${nested('[', ']')}`, `"comments": ${replies}`, `"more": ${nested('[', ']')}`),
    )
    expect(problems).toEqual([
      'Line 1: comments[0]: This must be an object.',
      'Line 2: comments: The replies are nested too deeply.',
    ])
    expect(posts).toHaveLength(1)
    expect(await readFile(write('list.json', nested('[', ']')))).toMatchObject({
      problems: ["Post 1: This isn't a JSON object with one post."],
    })
  })

  test('with names such as __proto__ is read as plain data', async () => {
    const { posts, problems } = await readFile(
      lines(
        '"state": "constructor"',
        '"state": "__proto__"',
        '"__proto__": {"title": "Not this", "votes": 7}, "constructor": {}',
        '"title": "First", "title": "Last of two"',
      ),
    )
    expect(problems).toEqual([
      'Line 1: state: The state “constructor” is unknown. Map it with --states.',
      'Line 2: state: The state “__proto__” is unknown. Map it with --states.',
    ])
    expect(posts.map(({ title, votes }) => [title, votes])).toEqual([
      ['One post', 0],
      ['Last of two', 0],
    ])
    expect(({} as { title?: string }).title).toBeUndefined()
  })

  test('keeps text that looks like HTML, and refuses invalid numbers and dates', async () => {
    const { posts, problems } = await readFile(
      lines(
        '"title": "<script>alert(1)</script> <img src=x onerror=alert(1)>"',
        '"id": 9007199254740993',
        '"id": "9007199254740993"',
        '"id": 1e999',
        '"votes": -3',
        '"votes": 1e999',
        '"created_at": "0000-01-01"',
        '"created_at": "99999-01-01"',
        '"created_at": "9999-12-31"',
        '"comments": [{"id": 12345678901234567890, "body": "x", "created_at": "2024-03-05"}]',
      ),
    )
    expect(posts.map(({ id, title }) => [id, title])).toEqual([
      ['1', '<script>alert(1)</script> <img src=x onerror=alert(1)>'],
      ['9007199254740993', 'One post'],
    ])
    expect(problems).toEqual([
      'Line 2: id: This number is too large. Write it in quotes.',
      'Line 4: id: This must be text or a number.',
      "Line 5: votes: “-3” isn't a whole number from 0 to 100,000.",
      "Line 6: votes: “Infinity” isn't a whole number from 0 to 100,000.",
      'Line 7: created_at: “0000-01-01” is before the year 2000.',
      `Line 8: created_at: “99999-01-01” isn't a date. Write one such as 2026-11-20 or 2026-11-20T09:30:00Z.`,
      'Line 9: created_at: “9999-12-31” is in the future.',
      'Line 10: comments[0].id: This number is too large. Write it in quotes.',
    ])
  })

  test('with a crowd in one post is left out before anyone in it is read', async () => {
    const crowd = `[${'{},'.repeat(100_000)}{}]`
    const crowds = [`"comments": ${crowd}`, `"comments": [{"replies": ${crowd}}]`, `"voters": ${crowd}`]
    const { problems } = await readFile(lines(...crowds, '"title": ""'))
    expect(problems).toEqual([
      'Line 1: comments: This has more than 100,000 entries.',
      'Line 2: comments: This has more than 100,000 entries.',
      'Line 3: voters: This has more than 100,000 entries.',
      'Line 4: title: This value is empty.',
    ])
  })

  test('with a long chain of replies becomes one thread', async () => {
    const row = Array.from({ length: 50_000 }, (_, i) => ({
      id: i + 1,
      parent_id: i || null,
      body: `Number ${i}`,
      created_at: '2024-03-05',
    }))
    const { posts } = await readFile(lines(`"comments": ${JSON.stringify(row)}`))
    expect(posts[0]!.comments).toHaveLength(1)
    expect(posts[0]!.comments[0]!.replies).toHaveLength(49_999)
  })

  test('with replies in a circle keeps them as one thread each', async () => {
    const said = (id: number, parent: number) => ({
      id,
      parent_id: parent,
      body: `Number ${id}`,
      created_at: '2024-03-05',
    })
    const comments = [said(1, 2), said(2, 3), said(3, 4), said(4, 3)]
    for (const order of [comments, comments.toReversed()]) {
      const { posts } = await readFile(lines(`"comments": ${JSON.stringify(order)}`))
      const threads = posts[0]!.comments.map(({ body, replies }) => [body, ...replies.map((one) => one.body)])
      expect(threads.map(([first, ...rest]) => [first, ...rest.toSorted()]).toSorted()).toEqual([
        ['Number 3', 'Number 1', 'Number 2'],
        ['Number 4'],
      ])
    }
  })

  test('in a line of 24 MB is skipped', async () => {
    const { posts, problems } = await readFile(
      write('l.jsonl', `{"id": "${'x'.repeat(24_000_000)}"}\n${post('')}`),
    )
    expect(problems).toEqual(['Line 1: This line is longer than 16 MB.'])
    expect(posts).toHaveLength(1)
  })
})

describe('a table', () => {
  test('with too many columns is refused with the limit', async () => {
    const file = write('wide.csv', `title,${'a,'.repeat(300_000)}b\nOne post\n`)
    await expect(readFile(file)).rejects.toThrow(/^\S+ has 300,002 columns in line 1\. The limit is 1,000\./)
  })

  test('without a title lists the columns it has, however many', async () => {
    const heading = Array.from({ length: 500 }, (_, i) => `\u001b[31m${i}${'x'.repeat(1000)}`).join(',')
    const message = await readFile(write('untitled.csv', `${heading}\n1\n`)).catch((error: Error) => error)
    expect(String(message)).toMatch(/no column holds the title/)
    expect(String(message)).not.toContain('\u001b')
    expect(String(message).length).toBeLessThan(3000)
  })

  test.each([
    ['a line of 24 MB', `Two,"${'x'.repeat(24_000_000)}"\nThree,\n`],
    ['a quote that is never closed', `Two,"${'x,y\n'.repeat(6_000_000)}`],
  ])('with %s is read up to there', async (_, rest) => {
    const { posts, problems } = await readFile(write('broken.csv', `title,details\nFirst one,fine\n${rest}`))
    expect(posts.map(({ title }) => title)).toEqual(['First one'])
    expect(problems).toEqual(['Row 3: This row is longer than 16 MB. Nothing after it can be read.'])
  })

  test('of nothing but quotes is read quickly', async () => {
    await expect(readFile(write('quotes.csv', '"'.repeat(200_001)))).rejects.toThrow(/never closed/)
  })
})

describe('a text', () => {
  const text = 'title,details\nDärk mode,Ö\n'
  const bytes = Buffer.from(text, 'utf16le')
  const mark = Buffer.from('\ufeff', 'utf16le')

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.concat([mark, bytes])],
    ['UTF-16, the other way round', Buffer.concat([mark, bytes]).swap16()],
    ['UTF-16 without a mark', bytes],
  ])('in %s is found out', async (_, content) => {
    const { posts } = await readFile(write('text.csv', content))
    expect(posts).toMatchObject([{ title: 'Därk mode', details: 'Ö' }])
  })

  test('in UTF-16 may be JSON', async () => {
    const json = Buffer.concat([mark, Buffer.from(post('"details": "Ö"'), 'utf16le')])
    expect((await readFile(write('text.jsonl', json))).posts).toMatchObject([{ details: 'Ö' }])
  })

  test('in another encoding is refused with its line, and read once the encoding is given', async () => {
    const sound = Buffer.from(`title,details\n${'Ok,"ä"\n'.repeat(20_000)}`)
    const file = write('latin.csv', Buffer.concat([sound, Buffer.from(text.slice(14), 'latin1')]))
    await expect(readFile(file)).rejects.toThrow(
      /latin\.csv isn't in UTF-8: see line 20002\. .*--encoding windows-1252/,
    )
    const copy = await asUtf8(file, 'windows-1252', makeFolder)
    expect(readFileSync(copy, 'utf8')).toContain('Därk mode,Ö')
    expect(existsSync(file)).toBe(true)
    expect((await readFile(file, 'windows-1252')).posts).toMatchObject([{ title: 'Därk mode' }])
    await expect(readFile(file, 'klingon')).rejects.toThrow("“klingon” isn't a known encoding.")
  })

  test('in another encoding is reported under the given file name', async () => {
    const file = write('untitled.csv', Buffer.from('größe\n1\n', 'latin1'))
    await expect(readFile(file, 'windows-1252')).rejects.toThrow(/^untitled\.csv: no column holds the title/)
  })

  test('needs no --encoding in zip files or pipes', async () => {
    const zip = await makeZip(join(folder, 'posts.zip'), { 'posts.json': '[]' })
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const file of [zip, pipe]) {
      await expect(asUtf8(file, 'windows-1252', makeFolder)).rejects.toThrow(
        /--encoding only works for text files/,
      )
      expect(await asUtf8(file, null, makeFolder)).toBe(file)
    }
  })

  test('that is not text is refused', async () => {
    await expect(readFile(write('noise.csv', Buffer.from([0xde, 0xad, 0xbe, 0xef])))).rejects.toThrow(
      /isn't in UTF-8/,
    )
  })
})
