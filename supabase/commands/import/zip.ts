import { statSync } from 'node:fs'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { readStart } from './csv.ts'

export const isZip = (file: string): boolean =>
  statSync(file).isFile() && readStart(file, 4) === 'PK\u0003\u0004'

/** A zip file and its entries by name, without those below the folders that are told. */
export async function openZip(
  file: string,
  without: string[] = [],
): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw new Error(`${file} is no whole zip file: ${error.message}`, { cause: error })
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (!without.some((folder) => entry.fileName.startsWith(folder))) entries.set(entry.fileName, entry)
  }
  return { zip, entries }
}

/** A whole entry, which may have no more than so many bytes. */
export async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw new Error(`${entry.fileName} is too large to be read.`)
  return Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry)))
}
