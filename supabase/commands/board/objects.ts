import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Entry, openPromise } from 'yauzl'
import { readEntry } from '../import/zip.ts'
import { objectFolder } from './manifest.ts'
import { objectPart, type Progress } from './progress.ts'

export type Storage = SupabaseClient['storage']

const objectsAtOnce = 8
const mostInObject = 5 * 1024 * 1024

/** The storage of a project, past its policies: in it are the folders of all. */
export const openStorage = (url: string, secretKey: string): Storage =>
  createClient(url, secretKey, { auth: { persistSession: false } }).storage

/** Stores the pictures of a board that are not there yet, and says how many it has. */
export async function addObjects(file: string, storage: Storage, progress: Progress): Promise<number> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
  const there = progress.rowsOf(objectPart)
  let count = 0
  let waiting: Entry[] = []
  const flush = async () => {
    await Promise.all(
      waiting.map(async (entry) => store(storage, entry.fileName, await readEntry(zip, entry, mostInObject))),
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

/** objects/<bucket>/<path>; one that is there already stays. */
async function store(storage: Storage, name: string, content: Buffer): Promise<void> {
  const [, bucket, path, kind] =
    /^objects\/(images|avatars)\/((?:[0-9a-f-]{36}|site)\/[0-9a-f-]{36}(?:-\d+)?\.(\w+))$/.exec(name) ?? [
      undefined,
      undefined,
      undefined,
      undefined,
    ]
  if (!bucket || !path) throw new Error(`${name} is no picture of a board.`)
  const contentType = `image/${kind === 'jpg' ? 'jpeg' : kind}`
  const { error } = await storage.from(bucket).upload(path, new Uint8Array(content), { contentType })
  if (error && !/exist|duplicate/i.test(error.message))
    throw new Error(`${name} cannot be stored: ${error.message}`)
}
