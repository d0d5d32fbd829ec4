/**
 * Collects bytes, up to a limit, in one buffer that doubles as it fills. A list of chunks would keep a Buffer for each:
 * hundreds of bytes for every byte from someone who sends them one by one.
 */
export function gatherBytes(limit: number) {
  let bytes = Buffer.alloc(0)
  let size = 0
  return {
    /** Returns false and stores nothing if the chunk exceeds the limit. */
    add(chunk: Uint8Array): boolean {
      const needed = size + chunk.length
      if (needed > limit) return false
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(2 * bytes.length, needed, 1024)))
        larger.set(bytes.subarray(0, size))
        bytes = larger
      }
      bytes.set(chunk, size)
      size = needed
      return true
    },
    size: () => size,
    /** What was collected since the start or the last call. */
    take(): Buffer {
      const taken = bytes.subarray(0, size)
      bytes = Buffer.alloc(0)
      size = 0
      return taken
    },
  }
}
