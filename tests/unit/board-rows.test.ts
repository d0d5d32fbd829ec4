import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseRows } from '../../lib/transfer/board/rows.ts'
import { openZip } from '../../lib/transfer/import/zip.ts'
import { makeZip } from '../support/make-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(text: string | Buffer) {
  const { zip, entries } = await openZip(await makeZip(join(folder, 'rows.zip'), { 'rows.jsonl': text }))
  try {
    return (await Array.fromAsync(parseRows(zip, entries.get('rows.jsonl')!))).map(({ row }) => row)
  } finally {
    zip.close()
  }
}

test.each([
  '{"id": 1},{"id": 2}',
  '{"id": 1} {"id": 2}',
  '{"id": 1}]',
  '[{"id": 1}]',
  '"{}"',
  'null',
  '7',
  ' ',
  '',
  '{"id": 1',
  '{"id": 01}',
  '{"id": NaN}',
  '{"id": 1}\u0000',
])('a line that is not one object is refused: %j', async (line) => {
  await expect(read(`{"id": 0}\n${line}\n`)).rejects.toThrow(
    /^Row 2 of rows\.jsonl isn't a single JSON object\.$/,
  )
})

test('a line over 16 MB and one that is not UTF-8 are refused', async () => {
  await expect(read(`{"a": "${'x'.repeat(17_000_000)}"}\n`)).rejects.toThrow(/^Row 1 .* is longer than 16 MB/)
  await expect(read(Buffer.from('{"a": "\u00e9"}\n', 'latin1'))).rejects.toThrow("Line 1 isn't in UTF-8")
})

test('the last of equal names counts, and __proto__ is only a name', async () => {
  const [row] = await read('{"id": 1, "id": 2, "__proto__": {"role": "admin"}}\n')
  expect(JSON.stringify(row)).toBe('{"id":2,"__proto__":{"role":"admin"}}')
  expect(Object.keys(row!)).toContain('__proto__')
  expect((row as { role?: string }).role).toBeUndefined()
})
