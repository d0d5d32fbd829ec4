import type { Entry, ZipFile } from 'yauzl'
import { isObject } from '../import/json-files.ts'
import { readLines } from '../import/lines.ts'
import { mostBytes, Refusal } from '../import/reading.ts'
import { cleanLine } from '../import/text.ts'
import { openEntry } from '../import/zip.ts'
import { t } from '../../words/t.ts'

export type Row = Record<string, unknown>
export type NumberedRow = { number: number; row: Row; bytes: number }

export async function* parseRows(zip: ZipFile, entry: Entry): AsyncGenerator<NumberedRow> {
  let before = 0
  for await (const { number, text, bytesRead } of readLines(openEntry(zip, entry), mostBytes)) {
    const place = t('transfer.place.row', { row: number, table: cleanLine(entry.fileName) })
    if (text === null) throw new Refusal(t('transfer.refusal.rowTooLong', { place }))
    const row = parseJson(text)
    if (!isObject(row)) throw new Refusal(t('transfer.refusal.rowNoObject', { place }))
    yield { number, row, bytes: bytesRead - before }
    before = bytesRead
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
