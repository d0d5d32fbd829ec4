import { createReadStream, statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { looksLikeCanny, readCanny } from './canny.ts'
import { findDelimiter, readStart } from './csv.ts'
import type { DateOrder } from './date-order.ts'
import { readFider } from './fider.ts'
import { looksLikeGitHub, readGitHub } from './github.ts'
import { readJsonArray, readJsonLines } from './json-lines.ts'
import { type Fields, isObject, readJsonValues } from './json-files.ts'
import { readLines } from './lines.ts'
import { mostBytes, type Reading, Refusal } from './reading.ts'
import { isZip } from './zip.ts'
import { readTable } from './tables.ts'
import { type CsvField, findTracker, trackers } from './trackers.ts'
import { t } from '../../words/t.ts'

export const formats = ['json', 'csv', 'github', ...Object.keys(trackers)]

export async function openReading(
  files: string[],
  format: string | null,
  columns: Partial<Record<CsvField, string>>,
  dates?: DateOrder,
): Promise<Reading> {
  const [file] = files as [string]
  if (!statSync(file).isFile()) return readJsonLines(file)
  const kind = findKind(file)
  if (kind === 'json') {
    const firsts = format ? [] : await Promise.all(files.map(findFirst))
    const are = (looksRight: (value: Fields) => boolean) =>
      firsts.length > 0 && firsts.every((first) => first !== null && looksRight(first))
    if (format === 'canny' || are(looksLikeCanny)) return readCanny(files)
    if (format === 'github' || are(looksLikeGitHub)) return readGitHub(files)
  }
  if (files.length > 1)
    throw new Refusal('Give exactly one file. Only API responses can be split over several.')
  if (kind === 'zip') return readFider(file)
  if (kind === 'csv' || format === 'csv') return readTable(file, format, columns, dates)
  if (format !== null && format !== 'json')
    throw new Refusal(t('transfer.refusal.notFormat', { file: basename(file), format }))
  return readStart(file).trimStart().startsWith('[') ? readJsonArray(file) : readJsonLines(file)
}

function findKind(file: string): 'zip' | 'json' | 'csv' | null {
  const start = readStart(file)
  if (isZip(file)) return 'zip'
  if (/^\s*[[{]/.test(start)) return 'json'
  const headings = start.split(/\r?\n/, 1)[0]!.split(findDelimiter(start))
  return /^\.(csv|tsv)$/i.test(extname(file)) || findTracker(headings) ? 'csv' : null
}

async function findFirst(file: string): Promise<Fields | null> {
  const firstOf = (value: unknown) => {
    const [first] = [value].flat()
    return isObject(first) ? first : null
  }
  try {
    // Read only the first line, because the file may be long.
    for await (const { text } of readLines(createReadStream(file), mostBytes)) {
      if (text === null) break
      const value: unknown = JSON.parse(text)
      return isOurs(value) ? null : firstOf(value)
    }
  } catch {
    // The value spans several lines.
  }
  try {
    return firstOf(readJsonValues(file)[0])
  } catch {
    return null
  }
}

const isOurs = (value: unknown) => isObject(value) && 'id' in value && 'title' in value
