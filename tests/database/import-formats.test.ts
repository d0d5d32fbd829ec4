import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { importFile } from '../support/import-file.ts'
import { makeZip } from '../support/make-zip.ts'

const samples = new URL('../support/samples/', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'signpost-formats-'))
const fiderTables = JSON.parse(readFileSync(join(samples, 'fider-backup.json'), 'utf8')) as object
const fiderBackup = await makeZip(
  join(folder, 'backup.zip'),
  Object.fromEntries(Object.entries(fiderTables).map(([name, rows]) => [name, JSON.stringify(rows)])),
)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sql.end()
})

const plainColumns = ['id=Ref', 'title=Short text', 'state=Where it stands', 'created_at=Day']
const plain = [
  'plain.csv',
  '--states',
  `${samples}plain-states.csv`,
  ...plainColumns.flatMap((one) => ['--column', one]),
]

test.each([
  { what: 'Canny, CSV', args: ['canny.csv'], posts: 3, votes: 1219, comments: 0 },
  { what: 'Canny, API', args: ['canny-posts.json', 'canny-more.jsonl'], posts: 2, votes: 5, comments: 2 },
  { what: 'Fider, CSV', args: ['fider.csv'], posts: 3, votes: 16, comments: 1 },
  { what: 'Fider, backup', args: [fiderBackup], posts: 2, votes: 3, comments: 1 },
  { what: 'UserVoice, CSV', args: ['uservoice.csv'], posts: 2, votes: 15, comments: 0 },
  { what: 'UserVoice, voters', args: ['uservoice-voters.csv'], posts: 2, votes: 4, comments: 0 },
  { what: 'Productboard, CSV', args: ['productboard.csv'], posts: 3, votes: 0, comments: 0 },
  { what: 'Featurebase, CSV', args: ['featurebase.csv'], posts: 2, votes: 15, comments: 0 },
  { what: 'GitHub issues', args: ['github.json'], posts: 3, votes: 12, comments: 1 },
  { what: 'Quackback, CSV', args: ['quackback.csv'], posts: 2, votes: 14, comments: 0 },
  { what: 'any CSV', args: plain, posts: 2, votes: 0, comments: 0 },
])('$what comes in once, however often it is begun', async ({ args, posts, votes, comments }) => {
  const source = randomUUID()
  const given = [
    ...args.map((one) => (/^[a-z-]+\.(csv|jsonl?)$/.test(one) ? samples + one : one)),
    '--source',
    source,
  ]
  const killed = await importFile(given, (errors, kill) => errors.includes('Importing') && kill())
  // It may be done before the signal arrives.
  expect(killed).toMatchObject(killed.signal ? { signal: 'SIGKILL' } : { code: 0 })
  expect(await importFile(given)).toMatchObject({ code: 0 })
  const again = await importFile(given)
  expect(again.output).toContain(
    `Posts imported: 0\n  with votes: 0\n  with comments: 0\n  by people: 0\nPosts that already existed: ${posts}\n`,
  )
  const [found] = await sql`
    select count(*)::integer as posts, sum(p.votes_total)::integer as votes, sum(p.comments_total)::integer as comments
    from private.imports i join public.posts p on p.id = i.post_id where i.source = ${source}`
  expect(found).toEqual({ posts, votes, comments })
  const emails = await sql`select name from public.profiles where name ~ '@'`
  expect([...emails]).toEqual([])
})

test('a dry run shows what would become of everything', async () => {
  const { output, errors } = await importFile([
    ...plain.with(0, samples + plain[0]!),
    '--dry-run',
    '--source',
    randomUUID(),
  ])
  expect(output).toContain(
    'Read as CSV.\n\nColumns\n  Ref -> id\n  Short text -> title\n  Long text -> (left out)\n',
  )
  expect(output).toContain(
    'States\n  Parked -> candidate (1)\n  Doing -> in-progress (2)\n  Spam -> (left out) (1)\n',
  )
  expect(output).toContain('First posts\n  Sort the list by due date (candidate, 0 votes, March 5, 2024)\n')
  expect(errors).toMatch(/^Row 4, column “Ref”: The ID “A-2” is already used \(Row 3\)\.$/m)
  expect(errors).toMatch(/^Row 6: This row has 8 cells/m)
})
