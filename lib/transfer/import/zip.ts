import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { readBytes } from './csv.ts'
import { Refusal, UnreadableFile } from './reading.ts'
import { cleanLine, shorten } from './text.ts'
import { t } from '../../words/t.ts'

const mostEntries = 1000

export const isZip = (file: string): boolean =>
  statSync(file).isFile() && readBytes(file, 4).toString('latin1') === 'PK\u0003\u0004'

export async function openZip(
  file: string,
  without: string[] = [],
): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const unreadable = (error: Error) =>
    new UnreadableFile(
      t('transfer.refusal.zipIncomplete', {
        file: basename(file),
        message: shorten(cleanLine(error.message), 200),
      }),
      {
        cause: error,
      },
    )
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw unreadable(error)
  })
  const entries = new Map<string, Entry>()
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      packed += entry.compressedSize
      if (packed > zip.fileSize) throw new Error('its entries are larger than the file')
      if (without.some((folder) => entry.fileName.startsWith(folder))) continue
      if (entries.has(entry.fileName)) throw new Error(`it contains ${entry.fileName} twice`)
      if (entries.size === mostEntries)
        throw new Error(`it has more than ${mostEntries.toLocaleString('en-US')} files`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    zip.close()
    throw unreadable(error as Error)
  }
  return { zip, entries }
}

/** The content of an entry, in chunks. Throws at the end if its checksum is wrong. */
export async function* openEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
  } catch (error) {
    throw damaged(entry, (error as Error).message)
  }
  if (sum !== entry.crc32) throw damaged(entry, "its checksum doesn't match")
}

const damaged = (entry: Entry, why: string) =>
  new UnreadableFile(
    t('transfer.refusal.zipDamaged', {
      name: shorten(cleanLine(entry.fileName), 200),
      message: cleanLine(why),
    }),
  )

export async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most)
    throw new Refusal(
      t('transfer.refusal.zipEntryTooLarge', {
        name: shorten(cleanLine(entry.fileName), 200),
        size: Math.round(most / 1024 / 1024),
      }),
    )
  return buffer(openEntry(zip, entry))
}
