import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { asUtf8 } from '../../lib/transfer/import/encoding.ts'
import { openReading } from '../../lib/transfer/import/open.ts'
import { Refusal } from '../../lib/transfer/import/reading.ts'
import { speak } from '../../lib/words/catalog.ts'
import { languages } from '../../lib/words/languages.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-refusals-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => speak('en'))

/** Files that are refused whole, and how the refusal begins in English and in German. */
const files: Record<string, [content: string | Buffer, english: string, german: string]> = {
  'empty.csv': ['', 'empty.csv is empty', 'empty.csv ist leer'],
  'untitled.csv': ['id,votes\n1,2', 'untitled.csv: no column holds', 'untitled.csv: Keine Spalte enthält'],
  'cut.zip': [
    'PK\u0003\u0004 and no more',
    "cut.zip isn't a complete zip",
    'cut.zip ist keine vollständige ZIP',
  ],
  'old.csv': [
    Buffer.from('title\nCaf\xe9', 'latin1'),
    "old.csv isn't in UTF-8",
    'old.csv ist nicht in UTF-8',
  ],
}

async function refusalOf(name: string): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, files[name]![0])
  const read = async () => {
    const { drafts } = await openReading([await asUtf8(file, null, () => folder)], null, {})
    for await (const _ of drafts);
  }
  const error = await read().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).message
}

test.each(Object.keys(files))('%s is refused in the site’s language', async (name) => {
  const english = await refusalOf(name)
  expect(english.startsWith(files[name]![1])).toBe(true)
  await speak('de')
  expect((await refusalOf(name)).startsWith(files[name]![2])).toBe(true)
  for (const language of Object.keys(languages).filter((one) => one !== 'en')) {
    await speak(language)
    expect(await refusalOf(name), language).not.toBe(english)
  }
})
