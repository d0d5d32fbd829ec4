/** One buffer that doubles: a list of chunks would cost hundreds of bytes for every byte sent alone. */
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
    take(): Buffer {
      const taken = bytes.subarray(0, size)
      bytes = Buffer.alloc(0)
      size = 0
      return taken
    },
  }
}
