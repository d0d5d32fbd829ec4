import { randomUUID } from 'node:crypto'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Row, Sql, TransactionSql } from 'postgres'
import { ZipFile } from 'yazl'
import { listColumns, listSequences } from './columns.ts'
import { accountsName, type Manifest, manifestName, objectFolder, tableEntry } from './manifest.ts'
import { accountsQuery, objectsQuery, type Part, parts } from './parts.ts'

export type ExportOptions = {
  storageUrl: string | null
  withEmails: boolean
  withNotes: boolean
  report: (part: string, count: number) => void
  onMissing: (object: string) => void
}

const rowsAtOnce = 500
const objectsAtOnce = 8

/** Writes a snapshot of the board into a zip file. An existing file is replaced only when the new one is complete. */
export async function writeBoard(sql: Sql, file: string, options: ExportOptions): Promise<Manifest> {
  const unfinished = `${file}.part`
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(unfinished))
  try {
    const manifest = await Promise.race([
      sql.begin('isolation level repeatable read read only', (tx) => addBoard(tx, zip, options)),
      // The process only ends early if it fails.
      written.then((): never => {
        throw new Error(`Couldn't write ${file}.`)
      }),
    ])
    zip.end()
    await written
    renameSync(unfinished, file)
    return manifest
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

async function addBoard(tx: TransactionSql, zip: ZipFile, options: ExportOptions): Promise<Manifest> {
  // Write every digit of a number, and all times in UTC.
  await tx`set local extra_float_digits = 3`
  await tx`set local timezone = 'UTC'`
  const manifest: Manifest = {
    format: 'signpost-board',
    version: 1,
    id: randomUUID(),
    madeAt: new Date().toISOString(),
    accounts: options.withEmails ? await addRows(tx, zip, accountsName, accountsQuery) : null,
    tables: [],
    objects: 0,
  }
  if (manifest.accounts !== null) options.report('accounts', manifest.accounts)
  for (const part of parts) {
    if (part.isSecret && !options.withEmails) continue
    if (part.isInternal && !options.withNotes) continue
    const all = await listColumns(tx, part.table)
    const columns = all.filter((column) => !part.without?.includes(column))
    const rows = await addRows(tx, zip, tableEntry(part.table), selectRows(part, columns))
    manifest.tables.push({ name: part.table, columns, rows, numbers: await lastNumbers(tx, part.table) })
    options.report(part.table, rows)
  }
  if (options.storageUrl) {
    manifest.objects = await addObjects(tx, zip, options.storageUrl, options.onMissing)
    options.report('pictures', manifest.objects)
  }
  await addEntry(zip, manifestName, Readable.from([JSON.stringify(manifest, null, 2)]))
  return manifest
}

function selectRows({ table, key, where }: Part, columns: string[]): string {
  const pairs = columns.map((column) => `t."${column}"`).join(', ')
  return `
    select to_jsonb(r)::text as row from (
      select ${pairs} from ${table} t where ${where ?? 'true'} order by ${key.map((column) => `t."${column}"`).join(', ')}
    ) r`
}

async function addRows(tx: TransactionSql, zip: ZipFile, name: string, query: string): Promise<number> {
  let count = 0
  const lines = async function* () {
    for await (const rows of cursorOf<{ row: string }>(tx, query, rowsAtOnce)) {
      count += rows.length
      yield rows.map(({ row }) => `${row}\n`).join('')
    }
  }
  await addEntry(zip, name, Readable.from(lines()))
  return count
}

async function addObjects(
  tx: TransactionSql,
  zip: ZipFile,
  storageUrl: string,
  onMissing: (object: string) => void,
): Promise<number> {
  let count = 0
  for await (const rows of cursorOf<{ bucket: string; path: string }>(tx, objectsQuery, objectsAtOnce)) {
    const names = rows.map(({ bucket, path }) => `${bucket}/${path}`)
    const objects = await Promise.all(names.map((name) => fetchObject(storageUrl, name)))
    for (const [i, object] of objects.entries()) {
      if (!object) onMissing(names[i]!)
      else {
        await addEntry(zip, `${objectFolder}${names[i]}`, Readable.from([object]), { compress: false })
        count++
      }
    }
  }
  return count
}

const cursorOf = <T extends Row>(tx: TransactionSql, query: string, size: number) =>
  tx<T[]>`${tx.unsafe(query)}`.cursor(size)

/** Waits until the entry is in the file, so that no more than one is kept in memory. */
async function addEntry(zip: ZipFile, name: string, content: Readable, options = {}): Promise<void> {
  zip.addReadStream(content, name, options)
  await finished(content)
}

async function lastNumbers(tx: TransactionSql, table: string): Promise<Record<string, string>> {
  const numbers: Record<string, string> = {}
  for (const [column, sequence] of Object.entries(await listSequences(tx, table))) {
    const [last] = await tx<{ value: string | null }[]>`select pg_sequence_last_value(${sequence}) as value`
    if (last?.value) numbers[column] = last.value
  }
  return numbers
}

/** Null if the storage has no such object. Throws if it doesn't answer. */
async function fetchObject(storageUrl: string, name: string): Promise<Buffer | null> {
  const address = `${storageUrl}/storage/v1/object/public/${name}`
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(60_000) })
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      if (answer.status < 500 && answer.status !== 429) return null
      throw new Error(`storage responds with ${answer.status}`)
    } catch (error) {
      if (attempt === 3)
        throw new Error(`Couldn't fetch ${address}: ${(error as Error).message}`, { cause: error })
    }
  }
}
