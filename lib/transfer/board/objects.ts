import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { pictureKind } from '../../image/picture-kind.ts'
import { Refusal } from '../import/reading.ts'
import { cleanLine, shorten } from '../import/text.ts'
import { readEntry } from '../import/zip.ts'
import { objectFolder } from './manifest.ts'
import { objectPart, type Progress } from './progress.ts'

export type Storage = SupabaseClient['storage']

const objectsAtOnce = 8
const mostInObject = 5 * 1024 * 1024
/** The same limit as for uploaded pictures, because browsers have to decode them. */
const mostPixels = 40_000_000

/** Opens a project's storage without its policies, to reach everyone's folders. */
export const openStorage = (url: string, secretKey: string): Storage =>
  createClient(url, secretKey, { auth: { persistSession: false } }).storage

export async function addObjects(
  file: string,
  storage: Storage,
  progress: Progress,
  report: (line: string) => void,
): Promise<number> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
  const there = progress.rowsOf(objectPart)
  let count = 0
  let waiting: Entry[] = []
  const flush = async () => {
    await Promise.all(
      waiting.map(async (entry) => {
        const problem = await bring(zip, entry, storage)
        if (problem) report(`Skipped ${shorten(cleanLine(entry.fileName), 200)}: it ${problem}.`)
      }),
    )
    await progress.advance(objectPart, waiting.length)
    waiting = []
  }
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.startsWith(objectFolder)) continue
      count++
      if (count <= there) continue
      waiting.push(entry)
      if (waiting.length === objectsAtOnce) await flush()
    }
    if (waiting.length > 0) await flush()
  } finally {
    zip.close()
  }
  await progress.finish(objectPart)
  return count
}

const address = /^objects\/(images|avatars)\/((?:[0-9a-f-]{36}|site)\/[0-9a-f-]{36}(?:-\d+)?\.\w+)$/

/** Its content decides the type, not its name. @returns why it can't be stored; trying again wouldn't help */
async function bring(zip: ZipFile, entry: Entry, storage: Storage): Promise<string | null> {
  const [, bucket, path] = address.exec(entry.fileName) ?? []
  if (!bucket || !path) return "doesn't have a picture's name"
  if (entry.uncompressedSize > mostInObject) return 'is larger than 5 MB'
  const content = await readEntry(zip, entry, mostInObject).catch((error: Error) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!content) return 'is damaged'
  const contentType = await pictureKind(new Blob([new Uint8Array(content)]))
  if (!contentType) return "isn't a picture"
  const facts = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (facts && facts.width * (facts.pageHeight ?? facts.height) * (facts.pages ?? 1) > mostPixels)
    return 'has more than 40 megapixels'
  const { error } = await storage.from(bucket).upload(path, content, { contentType })
  if (error && !/exist|duplicate/i.test(error.message))
    throw new Error(`Couldn't store ${entry.fileName}: ${error.message}`)
  return null
}
