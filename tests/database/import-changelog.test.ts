import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readChangelog, writeChangelog } from '../../lib/transfer/import/changelog/run.ts'
import { anonClient, sql } from '../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-changelog-'))
function fileOf(name: string, content: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const keepAChangelog = `# Changelog

## [Unreleased]
### Added
- Secret plans

## [2.0.0](https://example.com/2.0.0) - 2026-02-01
### Added
- Dark mode
### Fixed
- A typo

## 1.0 (2026-01-01) [YANKED]
First.

## 0.9 - 2025/12/31
Nine.

## No version at all
[2.0.0]: https://example.com/compare
`

test('a CHANGELOG.md gives an entry for each released version', () => {
  const { entries, problems } = readChangelog(fileOf('CHANGELOG.md', keepAChangelog))
  expect(entries).toEqual([
    {
      id: '2.0.0',
      title: '2.0.0',
      body: '### Added\n- Dark mode\n### Fixed\n- A typo',
      labels: ['New', 'Fixed'],
      publishedAt: Date.UTC(2026, 1, 1),
    },
    { id: '1.0', title: '1.0', body: 'First.', labels: [], publishedAt: Date.UTC(2026, 0, 1) },
  ])
  expect(JSON.stringify(entries)).not.toContain('Secret')
  // Unreleased versions are meant to be left out.
  expect(problems).toEqual([
    '“## 0.9 - 2025/12/31” is left out: it has no version with a date like 2026-01-31.',
    '“## No version at all” is left out: it has no version with a date like 2026-01-31.',
  ])
})

test.each([
  [
    'GitHub',
    [
      {
        id: 7,
        name: 'v2',
        tag_name: 'v2',
        body: '*New*',
        draft: false,
        published_at: '2026-01-02T03:04:05Z',
      },
    ],
  ],
  [
    'Canny',
    {
      entries: [
        {
          id: '7',
          title: 'v2',
          markdownDetails: '*New*',
          status: 'published',
          types: [],
          publishedAt: '2026-01-02T03:04:05Z',
        },
      ],
    },
  ],
  [
    'Featurebase',
    {
      results: [
        { id: 7, title: 'v2', content: '<p><em>New</em></p>', state: 'live', date: '2026-01-02T03:04:05Z' },
      ],
    },
  ],
  ['Quackback', { data: [{ id: 7, title: 'v2', content: '*New*', publishedAt: '2026-01-02T03:04:05Z' }] }],
])('%s gives the same entries', (name, content) => {
  expect(readChangelog(fileOf(`${name}.json`, content)).entries).toEqual([
    { id: '7', title: 'Version v2', body: '*New*', labels: [], publishedAt: Date.UTC(2026, 0, 2, 3, 4, 5) },
  ])
})

test('drafts stay drafts, and unreadable entries are reported', () => {
  const { entries, problems } = readChangelog(
    fileOf('odd.json', [
      { name: 'A draft', draft: true, published_at: '2026-01-01T00:00:00Z' },
      { title: 'Scheduled', status: 'scheduled', publishedAt: '2026-01-01T00:00:00Z' },
      { body: 'Nothing' },
      { title: 'When?', publishedAt: 'soon' },
    ]),
  )
  expect(entries.map(({ publishedAt }) => publishedAt)).toEqual([null, null])
  expect(problems).toHaveLength(2)
})

test('entries are imported once, with their labels and dates, without notifications', async () => {
  const source = randomUUID()
  const label = `L${source.slice(0, 8)}`
  const entries = [
    {
      id: '1',
      title: `One ${source}`,
      body: 'Text',
      labels: ['new', label],
      publishedAt: Date.UTC(2025, 4, 6),
    },
    { id: '2', title: `Two ${source}`, body: '', labels: [label], publishedAt: null },
  ]
  const [before] = await sql`select count(*)::int as events from private.events`
  expect(await writeChangelog(sql, entries, source)).toEqual({ added: 2, present: 0 })
  expect(await writeChangelog(sql, entries, source)).toEqual({ added: 0, present: 2 })
  const [after] = await sql`select count(*)::int as events from private.events`
  expect(after).toEqual(before)
  const { data } = await anonClient()
    .rpc('get_entry', { address: `one-${source}` })
    .throwOnError()
  expect(data).toMatchObject([{ body: 'Text', labels: [{ name: 'New' }, { name: label }] }])
  expect(new Date(data![0]!.published_at).getTime()).toBe(Date.UTC(2025, 4, 6))
  expect((await anonClient().rpc('get_entry', { address: `two-${source}` })).data).toEqual([])
})
