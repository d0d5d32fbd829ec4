import type { Entry, ZipFile } from 'yauzl'
import { readLines } from '../import/lines.ts'
import { mostBytes } from '../import/reading.ts'
import { openEntry } from '../import/zip.ts'

/** The rows of a table in a board; null for one that can't be read, which is refused where it would be written. */
export async function* parseRows(zip: ZipFile, entry: Entry): AsyncGenerator<unknown> {
  for await (const { text } of readLines(openEntry(zip, entry), mostBytes)) yield parseRow(text)
}

export function parseRow(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
