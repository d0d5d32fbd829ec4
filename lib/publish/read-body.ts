import 'server-only'

/** The bytes of a request, counted while they're read; null for more than `limit` of them. */
export async function readBody({ body }: Request, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Lets a sender finish that is refused: one whose connection is closed before may never see the answer. Keeps nothing. */
export async function skipBody({ body }: Request, limit: number): Promise<void> {
  let size = 0
  for await (const chunk of body ?? []) if ((size += chunk.length) > limit) return
}
