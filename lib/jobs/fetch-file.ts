import { findPlaces, type ReachOptions, requestAt, soon } from '../webhook/reach.ts'

type Options = ReachOptions & {
  maxBytes: number
  /** For everything from the name lookup to the end of the response, in milliseconds. */
  patience?: number
}

/** Only from the public internet. Throws if it can't be had, is too large or takes too long. */
export async function fetchFile(
  address: string,
  { maxBytes, patience = 10_000, ...options }: Options,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(address)
  const over = AbortSignal.timeout(patience)
  const places = await soon(findPlaces(url, options), over)
  if (typeof places === 'string') throw new Error(`Not fetched: the address is ${places}.`)
  return soon(
    new Promise((resolve, reject) => {
      const asked = requestAt(url, places, { signal: over, headers: { 'User-Agent': 'Signpost' } })
      const fail = (words: string) => {
        asked.destroy()
        reject(new Error(words))
      }
      asked.on('error', reject)
      asked.on('upgrade', (answer, socket) => {
        socket.destroy()
        fail(`The response has status ${answer.statusCode}.`)
      })
      asked.on('response', (answer) => {
        if (answer.statusCode !== 200) return fail(`The response has status ${answer.statusCode}.`)
        const parts: Buffer[] = []
        let length = 0
        answer.on('data', (part: Buffer) => {
          length += part.length
          if (length > maxBytes) fail('The file is too large.')
          else parts.push(part)
        })
        answer.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
        answer.on('error', reject)
      })
      asked.end()
    }),
    over,
  )
}
