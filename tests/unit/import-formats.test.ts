import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { byteOrderMark, csvLine } from '../../lib/text/csv.ts'
import { openReading } from '../../lib/transfer/import/open.ts'
import { explainProblems, type ImportedPost, readPost } from '../../lib/transfer/import/post.ts'
import { commonStates, readStates, type States } from '../../lib/transfer/import/states.ts'
import type { CsvField } from '../../lib/transfer/import/trackers.ts'
import { makeZip } from '../support/make-zip.ts'

const samples = new URL('../support/samples/', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'signpost-formats-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Given = {
  format?: string
  columns?: Partial<Record<CsvField, string>>
  states?: States
}

async function readFiles(files: string[], given: Given = {}) {
  const reading = await openReading(files, given.format ?? null, given.columns ?? {})
  const states = { ...commonStates, ...reading.states, ...given.states }
  const posts: ImportedPost[] = []
  const problems: string[] = []
  for await (const draft of reading.drafts) {
    if ('problem' in draft) problems.push(`${draft.place}: ${draft.problem}`)
    else {
      const read = readPost(draft.value, states)
      if (read.ok === true) posts.push(read.post)
      else
        problems.push(
          read.ok === false ? explainProblems(draft, read.problems) : `${draft.place}: ${read.ok}`,
        )
    }
  }
  return { ...reading, posts, problems }
}

const read = (names: string[], given?: Given) =>
  readFiles(
    names.map((name) => samples + name),
    given,
  )
const briefly = ({ posts }: { posts: ImportedPost[] }) =>
  posts.map(({ id, title, state, votes, author }) => [id, title, state, votes, author?.name ?? null])
const spring = Date.UTC(2024, 2, 5, 9, 30)

test('Canny, CSV', async () => {
  const canny = await read(['canny.csv'])
  expect(canny.format).toBe('Canny, CSV')
  expect(briefly(canny)).toEqual([
    ['6501aa01', 'Sort the list by due date', 'candidate', 12, 'Ada Sample'],
    ['6501aa02', 'Print "as is"', 'proposed', 3, 'Bo Sample'],
    ['6501aa03', 'Keyboard shortcuts', 'completed', 1204, 'Cy Sample'],
  ])
  expect(canny.posts[0]).toMatchObject({
    source: 'acme.canny.io',
    details: 'It is sorted by name, always.\nI look for what is due next.',
    createdAt: spring,
  })
  expect(canny.problems).toEqual([])
})

test('Canny, several files of API responses', async () => {
  const canny = await read(['canny-posts.json', 'canny-more.jsonl'])
  expect(canny.format).toBe('Canny, answers of its API')
  expect(briefly(canny)).toEqual([
    ['6501aa01', 'Sort the list by due date', 'planned', 4, 'Ada Sample'],
    ['6501aa02', 'Print as it looks', 'proposed', 1, null],
  ])
  expect(canny.posts[0]).toMatchObject({
    source: 'canny',
    details: 'It is sorted by name, always.\n\n<https://images.example.com/list.png>',
    voters: [{ person: { id: 'u1' } }, { person: { id: 'u2' } }],
    comments: [{ body: 'On the phone as well?', replies: [{ body: 'Both.' }] }],
    response: { text: 'We begin in May.', author: { id: 'u9' }, createdAt: Date.UTC(2024, 3, 20, 12) },
  })
  expect(canny.posts[0]!.comments).toHaveLength(1)
})

test('Fider, CSV', async () => {
  const fider = await read(['fider.csv'])
  expect(fider.format).toBe('Fider, CSV')
  expect(briefly(fider)).toEqual([
    ['7', 'Sort the list by due date', 'in-progress', 12, 'Ada Sample'],
    ['8', 'Print as it looks', 'proposed', 3, 'Bo Sample'],
    ['9', 'Sort by date', 'proposed', 1, 'Cy Sample'],
  ])
  expect(fider.posts[0]!.response).toMatchObject({ text: 'We are at it.', author: { name: 'Team Sample' } })
  expect(fider.posts[1]!.comments).toMatchObject([{ body: 'Not for now.', author: { name: 'Team Sample' } }])
  expect(fider.posts[2]!.remarks.duplicates).toBe(1)
})

test('Fider, backup', async () => {
  const tables = JSON.parse(readFileSync(join(samples, 'fider-backup.json'), 'utf8')) as object
  const texts = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, JSON.stringify(rows)]))
  const fider = await readFiles([await makeZip(join(folder, 'backup.zip'), texts)])
  expect(fider.format).toBe('Fider, backup')
  expect(briefly(fider)).toEqual([
    ['7', 'Sort the list by due date', 'in-progress', 2, 'Ada Sample'],
    ['8', '2048', 'proposed', 1, 'Bo Sample'],
  ])
  expect(fider.posts[0]).toMatchObject({
    source: 'fider feedback.acme.example',
    comments: [{ body: 'On the phone as well?', author: { id: '2', name: 'Bo Sample' } }],
    response: { text: 'We are at it.' },
  })
  expect(fider.posts[1]!.remarks.duplicates).toBe(1)
})

test('UserVoice, ideas', async () => {
  const voice = await read(['uservoice.csv'])
  expect(voice.format).toBe('UserVoice, CSV')
  expect(briefly(voice)).toEqual([
    ['48001', 'Sort the list by due date', 'planned', 12, null],
    ['48002', 'Print as it looks', 'proposed', 3, null],
  ])
  expect(voice.posts[0]).toMatchObject({ source: 'acme.uservoice.com', createdAt: spring })
  expect(voice.posts[1]!.remarks).toMatchObject({ zoneless: 1, duplicates: 1 })
})

test('UserVoice, one line per voter', async () => {
  const voice = await read(['uservoice-voters.csv'])
  expect(briefly(voice)).toEqual([
    ['48001', 'Sort the list by due date', 'in-progress', 3, 'Ada Sample'],
    ['48002', 'Print as it looks', 'proposed', 1, 'Bo Sample'],
  ])
  expect(voice.posts[0]!.voters.map(({ person }) => person.name)).toEqual(['Ada Sample', 'Bo Sample'])
  expect(voice.posts[0]!.response).toMatchObject({
    text: 'We are at it.',
    createdAt: Date.UTC(2024, 3, 20, 12),
  })
})

test('Productboard, CSV', async () => {
  const board = await read(['productboard.csv'])
  expect(board.format).toBe('Productboard, CSV')
  expect(briefly(board)).toEqual([
    ['9f0c1b1e-0001', 'Sort the list by due date', 'candidate', 0, null],
    ['9f0c1b1e-0002', 'Print as it looks', 'proposed', 0, null],
    ['9f0c1b1e-0003', 'Keyboard shortcuts', 'completed', 0, null],
  ])
})

test('Featurebase, CSV', async () => {
  const base = await read(['featurebase.csv'])
  expect(base.format).toBe('Featurebase, CSV')
  expect(briefly(base)).toEqual([
    ['fb-1', 'Sort the list by due date', 'in-progress', 12, 'Ada Sample'],
    ['fb-2', 'Print as it looks', 'candidate', 3, 'Bo Sample'],
  ])
})

test('GitHub issues', async () => {
  const github = await read(['github.json'])
  expect(github.format).toBe('GitHub issues')
  expect(briefly(github)).toEqual([
    ['acme/tasks#7', 'Sort the list by due date', 'proposed', 12, 'ada-sample'],
    ['acme/tasks#8', 'Print as it looks', 'proposed', 0, 'bo-sample'],
    ['acme/tasks#9', 'Keyboard shortcuts', 'completed', 0, 'cy-sample'],
  ])
  expect(github.posts[0]).toMatchObject({
    source: 'github.com/acme/tasks',
    details: 'It is sorted by name.\n\n- [ ] phone',
    comments: [{ body: 'On the phone as well?', author: { name: 'bo-sample' } }],
  })
})

test('Quackback, CSV, which has no ids', async () => {
  const quack = await read(['quackback.csv'])
  expect(quack.format).toBe('Quackback, CSV')
  expect(briefly(quack).map(([, ...facts]) => facts)).toEqual([
    ['Sort the list by due date', 'candidate', 12, 'Ada Sample'],
    ['Print as it looks', 'proposed', 2, null],
  ])
  const ids = quack.posts.map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  expect((await read(['quackback.csv'])).posts.map(({ id }) => id)).toEqual(ids)
  expect(quack.posts[1]!.remarks.undated).toBe(1)
})

describe('any CSV', () => {
  const columns = {
    id: 'Ref',
    title: 'Short text',
    details: 'Long text',
    state: 'where it stands',
    votes: 'Wanted by',
    created_at: 'Day',
  }

  test('is read with the given columns and table of states', async () => {
    const plain = await read(['plain.csv'], { columns, states: readStates(`${samples}plain-states.csv`) })
    expect(plain.format).toBe('CSV')
    expect(briefly(plain)).toEqual([
      ['A-1', 'Sort the list by due date', 'candidate', 12, null],
      ['A-2', 'Print as it looks', 'in-progress', 0, null],
      ['A-2', 'Print as it looks, again', 'in-progress', 0, null],
    ])
    expect(plain.posts[0]).toMatchObject({
      details: 'It is sorted by name;\nnot by date.',
      createdAt: Date.UTC(2024, 2, 5),
    })
    expect(plain.problems).toEqual([
      'Row 5, column “Wanted by”: must be a whole number from 0 to 100,000',
      'Row 6: has 8 cells, but the heading has 7: put quotes around text with a comma',
    ])
    expect(plain.columns!.map(({ becomes }) => becomes)).toEqual([
      'id',
      'title',
      'details',
      'state',
      'votes',
      'created_at',
      null,
    ])
  })

  test.each([
    ['without a title', {}, /no column holds the title.*There are: Ref, Short text/],
    ['with a column that is not there', { columns: { title: 'Name' } }, /There is no column "Name"/],
  ])('%s is refused with a clear message', async (_, given, message) => {
    await expect(read(['plain.csv'], given)).rejects.toThrow(message)
  })

  test('reports where a quote is not closed', async () => {
    const file = join(folder, 'open.csv')
    writeFileSync(file, 'title,details\nFirst one,fine\n"Second one,never closed\nThird one,lost\n')
    const { posts, problems } = await readFiles([file])
    expect(posts.map(({ title }) => title)).toEqual(['First one'])
    expect(problems).toEqual(['Row 3: a quote opens here and is never closed; nothing after it can be read'])
  })

  test('reads everything before an error, however late it comes', async () => {
    const file = join(folder, 'late.csv')
    writeFileSync(file, 'title\nFirst one\nSecond one\n\nThird one\n\n"Fourth one')
    const { drafts } = await openReading([file], null, {})
    await setTimeout(50)
    const places: string[] = []
    for await (const draft of drafts) places.push(`${draft.place}${'problem' in draft ? ' problem' : ''}`)
    expect(places).toEqual(['Row 2', 'Row 3', 'Row 5', 'Row 7 problem'])
  })

  test('reads the titles in our own export unchanged', async () => {
    const file = join(folder, 'export.csv')
    const titles = ['=SUM(A1)', 'Sort;=by name', "'@mention me", '-1 is missing', '"Quoted";+1']
    // As it is, and as it was before it called things as the API does.
    for (const headings of [
      ['id', 'created_at', 'state', 'votes', 'title', 'category', 'comments', 'author', 'url'],
      ['Number', 'Created at', 'State', 'Votes', 'Title', 'Category', 'Comments', 'Author', 'Address'],
    ]) {
      const rows = titles.map((title, at) => {
        const url = `https://feedback.example.com/bugs/${at}`
        return csvLine([at + 1, '2024-03-05', 'in-progress', 4, title, 'bugs', 2, 'Kim', url])
      })
      writeFileSync(file, byteOrderMark + csvLine(headings) + rows.join(''))
      expect((await readFiles([file])).posts).toMatchObject(
        titles.map((title, at) => ({
          id: String(at + 1),
          title,
          state: 'in-progress',
          votes: 4,
          author: { name: 'Kim' },
          createdAt: Date.parse('2024-03-05'),
        })),
      )
    }
  })

  test('doesn’t guess what “Closed” means, unless someone says it or the tracker is known', async () => {
    const file = join(folder, 'closed.csv')
    writeFileSync(file, 'Title,Status,Created At\nSort the list,Closed,2024-03-05\n')
    const unclear = await readFiles([file])
    expect([unclear.posts, unclear.problems]).toEqual([[], [expect.stringContaining('Closed')]])
    const { posts } = await readFiles([file], { states: { closed: 'completed' } })
    expect(posts).toMatchObject([{ state: 'completed' }])
  })

  test('may be saved by a spreadsheet program', async () => {
    const file = join(folder, 'sheet.csv')
    writeFileSync(file, '\ufeffTitle\tVotes\tCreated At\r\nSort the list\t"1,204"\t2024-03-05\r\n\r\n')
    expect(briefly(await readFiles([file]))).toMatchObject([
      [expect.any(String), 'Sort the list', 'proposed', 1204, null],
    ])
  })
})

test('a list of our own posts is read like lines', async () => {
  const file = join(folder, 'posts.json')
  writeFileSync(
    file,
    JSON.stringify([{ id: 1, title: 'One post', state: 'open', created_at: '2024-03-05' }], null, 2),
  )
  expect(briefly(await readFiles([file]))).toEqual([['1', 'One post', 'proposed', 0, null]])
})

test('a file in another format than declared is refused', async () => {
  await expect(read(['github.json'], { format: 'fider' })).rejects.toThrow(/isn't a fider export/)
})
