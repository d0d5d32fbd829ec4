import { Refusal } from './reading.ts'
import { t } from '../../words/t.ts'

export type Line = { number: number; text: string | null; bytesRead: number }

const newline = 0x0a

/** `text` is null for a longer line. Only \n ends one, because JSON strings may contain other separators. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  longest = 16 * 1024 * 1024,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let parts: Uint8Array[] = []
  let length = 0
  let number = 0
  let bytesRead = 0
  const take = (): Line => {
    number++
    const text = length > longest ? null : decode(decoder, Buffer.concat(parts), number)
    parts = []
    length = 0
    return { number, text, bytesRead }
  }
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(newline, from)
      const part = chunk.subarray(from, end < 0 ? chunk.length : end)
      length += part.length
      if (length > longest) parts = []
      else parts.push(part)
      bytesRead += part.length + (end < 0 ? 0 : 1)
      if (end < 0) break
      from = end + 1
      yield take()
    }
  }
  if (length > 0) yield take()
}

function decode(decoder: TextDecoder, bytes: Uint8Array, line: number): string {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    throw new Refusal(t('transfer.refusal.lineNotUtf8', { line }), { cause: error })
  }
}
