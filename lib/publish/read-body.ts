import 'server-only'
import { fairPool } from './fair-pool'
import { gatherBytes } from './gather-bytes'

const openHolding = fairPool(64 * 1024 * 1024)

export async function readBody(
  { body }: Request,
  limit: number,
  sender: string,
): Promise<Buffer | 'too large' | 'busy'> {
  const gathered = gatherBytes(limit)
  let holding!: ReturnType<typeof openHolding>
  const evicted = new Promise<'busy'>((resolve) => {
    holding = openHolding(sender, () => resolve('busy'))
  })
  const reader = body?.getReader()
  try {
    for (;;) {
      const part = await Promise.race([reader?.read() ?? { done: true as const }, evicted])
      if (part === 'busy') return part
      if (part.done) return gathered.take()
      if (!gathered.add(part.value!)) return 'too large'
      holding.add(part.value!.length)
    }
  } finally {
    holding.release()
  }
}

/** If the connection is closed earlier, a refused sender may never see the response. */
export async function skipBody({ body }: Request, limit: number): Promise<void> {
  let size = 0
  for await (const chunk of body ?? []) if ((size += chunk.length) > limit) return
}
