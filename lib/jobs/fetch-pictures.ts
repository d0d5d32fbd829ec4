import { randomUUID } from 'node:crypto'
import { readPicture } from '../image/read-picture.ts'
import { log } from '../log.ts'
import { fetchFile } from './fetch-file.ts'
import type { JobContext } from './context.ts'

type Context = Pick<JobContext, 'sql' | 'storage' | 'webhooksToLoopback' | 'isOver'>
type Claimed = { subject: string; person_id: string; picture: string }

const limits = { maxBytes: 2 * 1024 * 1024, maxEdge: 256, square: true }

export async function fetchPictures({ sql, storage, webhooksToLoopback, isOver }: Context): Promise<void> {
  if (!storage) return
  while (!isOver()) {
    const [claimed] = await sql<Claimed[]>`select * from private.claim_picture()`
    if (!claimed) return
    const { subject, person_id, picture } = claimed
    try {
      const file = await fetchFile(picture, { maxBytes: limits.maxBytes, toLoopback: webhooksToLoopback })
      const wanted = { ...limits, person: person_id, signal: AbortSignal.timeout(60_000) }
      const { data } = await readPicture(new Blob([file]), wanted)
      const path = `${person_id}/${randomUUID()}.webp`
      const facts = { contentType: 'image/webp', cacheControl: '3600' }
      const { error } = await storage.from('avatars').upload(path, data, facts)
      if (error) throw error
      await sql`select private.keep_picture(${subject}, ${picture}, ${path})`
    } catch (error) {
      log('warn', 'A picture from the product could not be stored', { reason: (error as Error).message })
    }
  }
}
