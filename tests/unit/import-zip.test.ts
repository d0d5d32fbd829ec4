import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import postgres from 'postgres'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { addObjects, type Storage } from '../../lib/transfer/board/objects.ts'
import { readManifest } from '../../lib/transfer/board/manifest.ts'
import { Progress } from '../../lib/transfer/board/progress.ts'
import { openReading } from '../../lib/transfer/import/open.ts'
import { makeZip } from '../support/make-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const posts = JSON.stringify([
  { id: 1, number: 7, title: 'Dark mode', status: 0, created_at: '2024-03-05T00:00:00Z', user_id: 1 },
])

const posted = { name: 'public.posts', columns: ['id'], rows: 1, numbers: {} }
const sound = {
  format: 'signpost-board',
  version: 1,
  id: '0b6d1f0e-5a4b-4c3d-8e2f-1a0b9c8d7e6f',
  madeAt: '2026-01-01T00:00:00Z',
  accounts: null,
  objects: 0,
}

async function read(file: string) {
  const { drafts } = await openReading([file], null, {})
  return Array.fromAsync(drafts)
}

/** A backup whose directory is modified. */
async function forge(change: (zip: Buffer, directory: number) => void, name = 'posts.json') {
  const file = await makeZip(join(folder, 'forged.zip'), { [name]: posts })
  const zip = readFileSync(file)
  change(zip, zip.indexOf('PK\u0001\u0002', 0, 'latin1'))
  writeFileSync(file, zip)
  return file
}

/** Replaces every occurrence of a name by another of the same length. */
function rename(zip: Buffer, from: string, to: string) {
  for (let at = -1; (at = zip.indexOf(from, at + 1)) >= 0;) zip.write(to, at)
}

test.each(['../../posts.json', '/etc/a/posts.json', 'C:/etc/posts.json', 'a/../../posts.json'])(
  'a zip file that names %s is refused, and nothing is written anywhere',
  async (name) => {
    const plain = `${'x'.repeat(name.length - 5)}.json`
    const file = await forge((zip) => rename(zip, plain, name), plain)
    await expect(read(file)).rejects.toThrow(/forged\.zip isn't a complete zip file: (invalid|absolute)/)
  },
)

test.each([
  ['a NUL', 'posts.json\0/xx'],
  ['signs of other scripts', 'ポスト.json'],
  ['no end', `${'n'.repeat(60_000)}.json`],
  ['what moves the cursor', '\u001b[2Jposts.json'],
])('a zip file whose entry has a name with %s holds no posts', async (_, name) => {
  const file = await makeZip(join(folder, 'named.zip'), { [name]: posts })
  await expect(read(file)).rejects.toThrow(/named\.zip isn't a Signpost board or a Fider backup/)
})

test.each([
  [
    'is larger than it says',
    (zip: Buffer, at: number) => zip.writeUInt32LE(10, at + 24),
    /is damaged: too many bytes/,
  ],
  [
    'unpacks to gigabytes',
    (zip: Buffer, at: number) => zip.writeUInt32LE(3e9, at + 24),
    /is larger than 400 MB/,
  ],
  [
    'has another checksum',
    (zip: Buffer, at: number) => zip.writeUInt32LE(1, at + 16),
    /is damaged: its checksum doesn't match/,
  ],
  [
    'is packed in a way nobody knows',
    (zip: Buffer, at: number) => zip.writeUInt16LE(99, at + 10),
    /unsupported compression method/,
  ],
  ['is a secret', (zip: Buffer, at: number) => zip.writeUInt16LE(1, at + 8), /encrypted/],
] as const)('an entry that %s is refused in a sentence', async (_, change, sentence) => {
  await expect(read(await forge(change))).rejects.toThrow(sentence)
})

test('an entry is read as data: a link to another file is not JSON', async () => {
  const file = await makeZip(join(folder, 'link.zip'), { 'posts.json': '/etc/passwd' })
  await expect(read(file)).rejects.toThrow(/^posts\.json in \S+ isn't JSON/)
})

/** A zip file with many entries that share the content of the first. */
async function overlay(name: string, entries: string[]) {
  const zip = readFileSync(await makeZip(join(folder, name), { [entries[0]!]: posts }))
  const at = zip.indexOf('PK\u0001\u0002', 0, 'latin1')
  const end = zip.indexOf('PK\u0005\u0006', 0, 'latin1')
  const directory = Buffer.concat(
    entries.map((entry) => {
      const header = Buffer.from(zip.subarray(at, at + 46))
      header.writeUInt16LE(entry.length, 28)
      header.writeUInt16LE(0, 30)
      return Buffer.concat([header, Buffer.from(entry)])
    }),
  )
  const last = Buffer.from(zip.subarray(end))
  last.writeUInt16LE(entries.length, 8)
  last.writeUInt16LE(entries.length, 10)
  last.writeUInt32LE(directory.length, 12)
  writeFileSync(join(folder, name), Buffer.concat([zip.subarray(0, at), directory, last]))
  return join(folder, name)
}

test('entries that share their content are refused, also images', async () => {
  const more = Array.from({ length: 200 }, (_, i) => `blobs/${i}`)
  await expect(read(await overlay('overlaid.zip', ['posts.json', ...more]))).rejects.toThrow(
    /overlaid\.zip isn't a complete zip file: its entries are larger than the file/,
  )
})

test('a duplicate name is refused', async () => {
  const zip = readFileSync(
    await makeZip(join(folder, 'twice.zip'), { 'posts.json': posts, 'postz.json': '[]' }),
  )
  rename(zip, 'postz.json', 'posts.json')
  writeFileSync(join(folder, 'twice.zip'), zip)
  await expect(read(join(folder, 'twice.zip'))).rejects.toThrow(/it contains posts\.json twice/)
})

test('thousands of entries other than images are refused', async () => {
  const names = Array.from({ length: 1_001 }, (_, i) => [`${i}.json`, '[]'])
  const file = await makeZip(join(folder, 'many.zip'), Object.fromEntries(names))
  await expect(read(file)).rejects.toThrow(/it has more than 1,000 files/)
})

test('a truncated zip file is refused', async () => {
  const file = await makeZip(join(folder, 'half.zip'), { 'posts.json': posts })
  truncateSync(file, 90)
  await expect(read(file)).rejects.toThrow(/half\.zip isn't a complete zip file/)
})

test('a complete one is read', async () => {
  expect(await read(await forge(() => {}))).toMatchObject([{ value: { id: 7, title: 'Dark mode' } }])
})

test.each(['', '[', '{}', '[[[[', '{"format": "signpost-board", "version": 2}'])(
  'an invalid list in a board is refused with a message: %j',
  (text) => {
    expect(() => readManifest(text)).toThrow("This version of Signpost can't read this board.")
  },
)

test.each([
  ['a table twice', { tables: [posted, posted] }],
  ['a column twice', { tables: [{ ...posted, columns: ['id', 'id'] }] }],
  ['fewer rows than none', { tables: [{ ...posted, rows: -1 }] }],
])('a board that lists %s is refused', (_, wrong) => {
  const whole = { ...sound, tables: [posted] }
  expect(readManifest(JSON.stringify(whole))).toEqual(whole)
  expect(() => readManifest(JSON.stringify({ ...whole, ...wrong }))).toThrow("can't read this board")
})

test('only the damaged image of a board is left out', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const file = await makeZip(join(folder, 'damaged.zip'), {
    [`objects/images/${id}/${id}.png`]: png,
    [`objects/avatars/${id}/${id}.png`]: png,
  })
  const zip = readFileSync(file)
  zip.writeUInt32LE(1, zip.indexOf('PK\u0001\u0002', 0, 'latin1') + 16)
  writeFileSync(file, zip)
  const upload = vi.fn(async () => ({ error: null }))
  const said: string[] = []
  const progress = { rowsOf: () => 0, advance: async () => {}, finish: async () => {} }
  const storage = { from: () => ({ upload }) }
  await addObjects(file, storage as unknown as Storage, progress as unknown as Progress, (line) =>
    said.push(line),
  )
  expect(said).toEqual([`Skipped objects/images/${id}/${id}.png: it is damaged.`])
  expect(upload).toHaveBeenCalledOnce()
})

test('files that are not images are left out, and the rest is imported', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const sized = (width: number, height: number) => {
    const picture = Buffer.from(png)
    picture.writeUInt32BE(width, 16)
    picture.writeUInt32BE(height, 20)
    picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29)
    return picture
  }
  const file = await makeZip(join(folder, 'pictures.zip'), {
    [`objects/images/${id}/${id}.png`]:
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    [`objects/images/${id}/${id}.svg`]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'objects/elsewhere/a.png': png,
    [`objects/images/${id}/${id}-40.html`]: png,
    [`objects/images/${id}/${id}-320.png`]: sized(7_000, 7_000),
    [`objects/images/${id}/${id}-640.png`]: sized(60_000, 60_000),
  })
  const upload = vi.fn(async () => ({ error: null }))
  const said: string[] = []
  const progress = { rowsOf: () => 0, advance: async () => {}, finish: async () => {} }
  const storage = { from: () => ({ upload }) }
  await addObjects(file, storage as unknown as Storage, progress as unknown as Progress, (line) =>
    said.push(line),
  )
  expect(said.toSorted()).toEqual([
    "Skipped objects/elsewhere/a.png: it doesn't have a picture's name.",
    `Skipped objects/images/${id}/${id}-320.png: it has more than 40 megapixels.`,
    `Skipped objects/images/${id}/${id}-640.png: it has more than 40 megapixels.`,
    `Skipped objects/images/${id}/${id}.png: it isn't a picture.`,
    `Skipped objects/images/${id}/${id}.svg: it isn't a picture.`,
  ])
  expect(upload).toHaveBeenCalledOnce()
  expect(upload).toHaveBeenCalledWith(`${id}/${id}-40.html`, expect.anything(), { contentType: 'image/png' })
})

test('a row that the database refuses is named, along with those near it', async () => {
  const sql = Object.assign(async () => [{ part: 'public.posts' }], {
    begin: (work: (tx: unknown) => unknown) => work(sql),
  })
  const progress = await Progress.begin(Object.assign(async () => [], { begin: sql.begin }) as never, 'board')
  const refused = Object.assign(Object.create(postgres.PostgresError.prototype) as Error, {
    code: '22P02',
    message: 'invalid input syntax for type json',
  })
  const rows = async function* () {
    for (const number of [1, 2]) yield { number, row: { id: number }, bytes: 10 }
  }
  const bring = progress.add('public.posts', rows(), async () => Promise.reject(refused))
  await expect(bring).rejects.toThrow(
    /^Rows 1 to 2 of public\.posts couldn't be imported: invalid input syntax/,
  )
  expect(progress.rowsOf('public.posts')).toBe(0)
})
