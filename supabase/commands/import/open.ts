import { statSync } from 'node:fs'
import { extname } from 'node:path'
import { looksLikeCanny, readCanny } from './canny.ts'
import { findDelimiter, readStart } from './csv.ts'
import { readFider } from './fider.ts'
import { looksLikeGitHub, readGitHub } from './github.ts'
import { readJsonArray, readJsonLines } from './json-lines.ts'
import { isObject, readJsonValues } from './json-files.ts'
import type { Reading } from './reading.ts'
import { isZip } from './zip.ts'
import { readTable } from './tables.ts'
import { type CsvField, findTracker, trackers } from './trackers.ts'

export const formats = ['json', 'csv', 'github', ...Object.keys(trackers)]

/** Opens files of one tracker, as which they are told or found to be. Throws a sentence when that cannot be. */
export async function openReading(
  files: string[],
  format: string | null,
  columns: Partial<Record<CsvField, string>>,
): Promise<Reading> {
  const [file] = files as [string]
  // A pipe can be read only once, from its beginning.
  if (!statSync(file).isFile()) return readJsonLines(file)
  const kind = findKind(file)
  if (kind === 'json' && (format === 'canny' || (!format && files.every(isCanny)))) return readCanny(files)
  if (kind === 'json' && (format === 'github' || (!format && files.every(isGitHub)))) return readGitHub(files)
  if (files.length > 1) throw new Error('Give one file; only what APIs answer may be in several.')
  if (kind === 'zip') return readFider(file)
  if (kind === 'csv' || format === 'csv') return readTable(file, format, columns)
  if (format !== null && format !== 'json')
    throw new Error(`${file} is no file that ${format} exports: see docs/import.md.`)
  return readStart(file).trimStart().startsWith('[') ? readJsonArray(file) : readJsonLines(file)
}

/** By what a file begins with; its name decides where that may be anything. */
function findKind(file: string): 'zip' | 'json' | 'csv' | null {
  const start = readStart(file)
  if (isZip(file)) return 'zip'
  if (/^\s*[[{]/.test(start)) return 'json'
  const headings = start.split(/\r?\n/, 1)[0]!.split(findDelimiter(start))
  return /^\.(csv|tsv)$/i.test(extname(file)) || findTracker(headings) ? 'csv' : null
}

const isCanny = (file: string) => firstObjects(file).some(looksLikeCanny)
const isGitHub = (file: string) => firstObjects(file).some(looksLikeGitHub)

/** What tells one kind of JSON from another; nothing for lines of our own, of which there may be any number. */
function firstObjects(file: string) {
  const [line] = readStart(file).split('\n', 1)
  if (isOurs(line!)) return []
  try {
    const [first] = readJsonValues(file)
    return (Array.isArray(first) ? first.slice(0, 1) : [first]).filter(isObject)
  } catch {
    return []
  }
}

function isOurs(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) && 'id' in value && 'title' in value
  } catch {
    return false
  }
}
