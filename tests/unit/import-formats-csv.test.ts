import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { sampleFile } from '../../components/importing/sample-file.ts'
import { byteOrderMark, csvLine } from '../../lib/text/csv.ts'
import { openReading } from '../../lib/transfer/import/open.ts'
import { readStates } from '../../lib/transfer/import/states.ts'
import { speak } from '../../lib/words/catalog.ts'
import { languages } from '../../lib/words/languages.ts'
import { t } from '../../lib/words/t.ts'
import { briefly, folder, read, readFiles, samples, useSamples } from '../support/import-formats.ts'
import { testTable } from '../support/test-table.ts'

useSamples()
afterEach(() => speak('en'))

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
      `Row 5, column “Wanted by”: “x” isn't a whole number from 0 to 100,000.`,
      'Row 6: This row has 8 cells, but the header row has 7. Put quotes around text with a comma.',
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
    ['without a title', {}, /no column holds the title.*The columns are: Ref, Short text/],
    ['with a column that is not there', { columns: { title: 'Name' } }, /There is no column “Name”/],
  ])('%s is refused with a clear message', async (_, given, message) => {
    await expect(read(['plain.csv'], given)).rejects.toThrow(message)
  })

  test.each(Object.keys(languages))(
    'with the problems of failed rows in %s knows that column',
    async (language) => {
      await speak(language)
      const problem = t('transfer.failedRows.problem')
      const becomes = async (headings: string[], given = {}) => {
        const file = join(folder, 'failed.csv')
        writeFileSync(file, csvLine(headings))
        const { columns: found } = await openReading([file], null, given)
        return found!.map((one) => one.becomes)
      }
      expect(await becomes(['title', problem])).toEqual(['title', 'problem'])
      // The file's own column.
      expect(await becomes([problem, 'title'])).toEqual([null, 'title'])
      expect(await becomes(['id', problem], { title: problem })).toEqual(['id', 'title'])
    },
  )

  test.each([
    ['Headline', 'Body text', 'Phase', 'Posted'],
    ['Title', 'body_text', 'Stage', 'Posted at'],
    ['Subject', 'Body Text', 'Status', 'posted_on'],
  ])('recognizes the headings %s, %s, %s and %s', async (...headings) => {
    const file = join(folder, 'headings.csv')
    writeFileSync(file, csvLine(headings) + csvLine(['First one', 'Text', 'Planned', '2024-03-05']))
    expect((await readFiles([file])).posts).toMatchObject([
      { title: 'First one', details: 'Text', state: 'planned', createdAt: Date.UTC(2024, 2, 5) },
    ])
  })

  test('reads the sample that the dashboard offers', async () => {
    const file = join(folder, 'sample.csv')
    writeFileSync(file, sampleFile)
    const { posts, problems, columns: found } = await readFiles([file])
    expect(problems).toEqual([])
    expect(found!.map(({ becomes }) => becomes)).not.toContain(null)
    expect(posts.map(({ state, votes }) => [state, votes])).toEqual([
      ['planned', 12],
      ['in-progress', 3],
    ])
  })

  test('reports where a quote is not closed', async () => {
    const file = join(folder, 'open.csv')
    writeFileSync(file, 'title,details\nFirst one,fine\n"Second one,never closed\nThird one,lost\n')
    const { posts, problems } = await readFiles([file])
    expect(posts.map(({ title }) => title)).toEqual(['First one'])
    expect(problems).toEqual(['Row 3: A quote opens here and is never closed. Nothing after it can be read.'])
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

  testTable<[string, string, string?]>([
    ['no known tracker', 'Title,Status,Created At'],
    ['Featurebase', 'Title,Status,Created At,Content,Upvotes'],
    ['Canny', 'Title,Status,Created At,Details,Score,Board', 'proposed'],
  ])(
    'doesn’t guess what “Closed” means, unless someone says it or it is certain',
    async (_, headings, certain) => {
      const file = join(folder, 'closed.csv')
      const rest = headings
        .split(',')
        .slice(3)
        .map(() => ',')
      writeFileSync(file, `${headings}\nSort the list,Closed,2024-03-05${rest.join('')}\n`)
      const { posts, problems } = await readFiles([file])
      if (certain) expect(posts).toMatchObject([{ state: certain }])
      else expect([posts, problems]).toEqual([[], [expect.stringContaining('Closed')]])
      const said = await readFiles([file], { states: { closed: 'completed' } })
      expect(said.posts).toMatchObject([{ state: 'completed' }])
    },
  )

  testTable([
    ['Title,Details,Board,Status,Author Email,Author Name,Votes,Created', 'CSV'],
    ['Title,Details,Category,Status,Owner,Vote Count', 'CSV'],
    ['Title,Details,Board,Status,Score,Created', 'Canny, CSV'],
    ['Title,Details,Status,Vote Count,Post URL', 'Canny, CSV'],
  ])('is from a tracker only if its headings are typical of it', async (headings, format) => {
    const file = join(folder, 'typical.csv')
    writeFileSync(
      file,
      `${headings}\nSort the list,Now it is by name${','.repeat(headings.split(',').length - 2)}\n`,
    )
    const found = await readFiles([file])
    expect(found.format).toBe(format)
    expect(found.posts).toMatchObject([{ title: 'Sort the list', details: 'Now it is by name' }])
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
