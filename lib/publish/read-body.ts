import 'server-only'
import { gatherBytes } from './gather-bytes'

/** The bytes of a request, counted while they're read; null for more than `limit` of them. */
export async function readBody({ body }: Request, limit: number): Promise<Buffer | null> {
  const gathered = gatherBytes(limit)
  for await (const chunk of body ?? []) if (!gathered.add(chunk)) return null
  return gathered.take()
}

/** Lets a sender finish that is refused: one whose connection is closed before may never see the answer. Keeps nothing. */
export async function skipBody({ body }: Request, limit: number): Promise<void> {
  let size = 0
  for await (const chunk of body ?? []) if ((size += chunk.length) > limit) return
}
