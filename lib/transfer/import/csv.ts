import { createReadStream, openSync, readSync, closeSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import { t } from '../../words/t.ts'
import { mostBytes } from './reading.ts'

/** A record of a CSV file with its row, as spreadsheets count them, or why the rest of the file can't be read. */
export type CsvRecord = { row: number; bytesRead: number } & ({ cells: string[] } | { problem: string })

/** RFC 4180. If the file has a mistake, the records before it are still read. */
export async function* readCsv(file: string): AsyncGenerator<CsvRecord> {
  const records: CsvRecord[] = []
  let count = 0
  let bytesRead = 0
  const parser = parse({
    bom: true,
    delimiter: findDelimiter(readStart(file)),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostBytes,
    // Not read as a stream, because a stream discards earlier rows when it fails.
    on_record: (cells: string[], info) => {
      bytesRead = info.bytes
      records.push({ row: ++count + info.empty_lines, bytesRead, cells })
    },
  })
  parser.on('error', () => {})
  const until = (start: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())))
  try {
    for await (const chunk of createReadStream(file)) {
      await until((done) => parser.write(chunk, done))
      yield* records.splice(0)
    }
    await until((done) => parser.end(done))
    yield* records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield* records
    yield { row: count + 1 + parser.info.empty_lines, bytesRead, problem: explain(error) }
  }
}

function explain({ code }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return t('transfer.reason.openQuote')
    case 'CSV_MAX_RECORD_SIZE':
      return t('transfer.reason.longRecord')
    default:
      return t('transfer.reason.unreadable')
  }
}

export const readStart = (file: string): string =>
  readBytes(file, 65_536)
    .toString()
    .replace(/^\ufeff/, '')

export function readBytes(file: string, length: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(handle, bytes, 0, length, 0))
  } finally {
    closeSync(handle)
  }
}

export function findDelimiter(start: string): string {
  const heading = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start)![0].replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t'].map((one) => [one, heading.split(one).length] as const)
  return counts.toSorted((a, b) => b[1] - a[1])[0]![0]
}
