import 'server-only'
import { fairPool } from './fair-pool'
import { gatherBytes } from './gather-bytes'

/** Shares the bytes of all bodies that are being read. */
const openHolding = fairPool(64 * 1024 * 1024)

/**
 * The bytes of a request, counted while they are read.
 * @param sender whose share they count against
 */
export async function readBody(
  { body }: Request,
  limit: number,
  sender: string,
): Promise<Buffer | 'too large' | 'busy'> {
  const gathered = gatherBytes(limit)
  const evicted = Promise.withResolvers<'busy'>()
  const holding = openHolding(sender, () => evicted.resolve('busy'))
  const reader = body?.getReader()
  try {
    for (;;) {
      const part = await Promise.race([reader?.read() ?? { done: true as const }, evicted.promise])
      if (part === 'busy') return part
      if (part.done) return gathered.take()
      if (!gathered.add(part.value!)) return 'too large'
      holding.add(part.value!.length)
    }
  } finally {
    holding.release()
  }
}

/**
 * Lets a refused sender finish: if the connection is closed earlier, they may never see the response. Stores nothing.
 */
export async function skipBody({ body }: Request, limit: number): Promise<void> {
  let size = 0
  for await (const chunk of body ?? []) if ((size += chunk.length) > limit) return
}
