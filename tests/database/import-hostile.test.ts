import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { importFile } from '../support/import-file.ts'
import { makeZip } from '../support/make-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-hostile-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sql.end()
})

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const postsOf = (source: string) => sql<{ source_id: string; title: string; details: string }[]>`
  select i.source_id, p.title, p.details from private.imports i join public.posts p on p.id = i.post_id
  where i.source = ${source} order by i.source_id`

test('a hostile file brings its valid content, reports the rest, and nothing more the second time', async () => {
  const source = randomUUID()
  const line = (id: string, rest: object) =>
    JSON.stringify({ id, title: `Post ${id}`, state: 'open', created_at: '2025-02-03', ...rest })
  const inside = 'See ![picture](http://127.0.0.1:1/secret.png) and ![other](http://169.254.169.254/latest)'
  const file = write(
    'harm.jsonl',
    [
      line('1', { title: '<script>alert(1)</script>', details: inside }),
      line('2', { state: 'constructor' }),
      line('3', { votes: -1 }),
      line('4', { state: '\u001b[2J'.repeat(10_000) }),
      line('5', { comments: '['.repeat(10), more: 1 }),
      `{"id": "6", "x": ${'['.repeat(100_000)}`,
      line('7', {
        ['__proto__']: { title: 'x' },
        comments: [{ body: '<img src=x>', created_at: '2025-02-03' }],
      }),
    ].join('\n'),
  )
  for (const said of ['Posts imported: 2', 'Posts that already existed: 2']) {
    const { code, output, errors } = await importFile([file, '--source', source])
    expect(code).toBe(0)
    expect(output).toContain(`${said}\n`)
    expect(errors).toMatch(/^Line 2: state: The state “constructor” is unknown/m)
    expect(errors).toMatch(/^Line 3: votes: “-1” isn't a whole number from 0/m)
    expect(errors).toMatch(/^Line 4: state: The state “\[2J/m)
    expect(errors).toMatch(/^Line 5: comments: This must be a list\.$/m)
    expect(errors).toMatch(/^Line 6: This isn't JSON/m)
    expect(errors).not.toContain('\u001b')
    expect(Math.max(...errors.split('\n').map(({ length }) => length))).toBeLessThan(600)
    expect([...(await postsOf(source))]).toEqual([
      { source_id: '1', title: '<script>alert(1)</script>', details: inside },
      { source_id: '7', title: 'Post 7', details: '' },
    ])
  }
}, 120_000)

test('a table saved by an older spreadsheet is imported once its encoding is named', async () => {
  const source = randomUUID()
  const file = write('old.csv', Buffer.from('title,details\nDärk mode,Für die Nacht\n', 'latin1'))
  expect(await importFile([file, '--source', source])).toMatchObject({
    code: 1,
    errors: expect.stringContaining("isn't in UTF-8: see line 2."),
  })
  expect(await postsOf(source)).toHaveLength(0)
  const told = ['--source', source, '--encoding', 'windows-1252']
  expect(await importFile([file, ...told])).toMatchObject({ code: 0 })
  expect(await postsOf(source)).toMatchObject([{ title: 'Därk mode', details: 'Für die Nacht' }])
}, 120_000)

test('a damaged board is refused before its first row', async () => {
  const rows = `{"name": "${randomUUID()}"}\n`
  const manifest = {
    format: 'signpost-board',
    version: 1,
    id: randomUUID(),
    madeAt: new Date(0).toISOString(),
    accounts: null,
    tables: [{ name: 'private.reserved_names', columns: ['name'], rows: 1, numbers: {} }],
    objects: 0,
  }
  const board = { 'board.json': JSON.stringify(manifest) }
  const missing = await makeZip(join(folder, 'missing.zip'), board)
  expect((await importFile([missing])).errors).toMatch(
    /missing\.zip is incomplete: tables\/private\.reserved_names\.jsonl is missing/,
  )
  const file = await makeZip(join(folder, 'board.zip'), {
    ...board,
    'tables/private.reserved_names.jsonl': rows,
  })
  const zip = readFileSync(file)
  zip.writeUInt32LE(1, zip.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 16)
  writeFileSync(file, zip)
  expect((await importFile([file])).errors).toMatch(
    /tables\/private\.reserved_names\.jsonl in the zip file is damaged: its checksum doesn't match/,
  )
  expect(await sql`select from private.board_imports where board = ${manifest.id}`).toHaveLength(0)
}, 120_000)
