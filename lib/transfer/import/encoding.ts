import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readBytes } from './csv.ts'
import { Refusal } from './reading.ts'
import { isZip } from './zip.ts'
import { t } from '../../words/t.ts'

/** The file itself if it is UTF-8, or a copy. Throws a message if it isn't in the given or detected encoding. */
export async function asUtf8(file: string, told: string | null, makeFolder: () => string): Promise<string> {
  const isText = statSync(file).isFile() && !isZip(file)
  if (!isText && told !== null) throw new Refusal(t('transfer.refusal.noText', { file: basename(file) }))
  // A pipe can only be read once, so it is checked while it is read.
  if (!isText) return file
  const encoding = told ?? findEncoding(readBytes(file, 4))
  if (encoding === 'utf-8') {
    await expectUtf8(file)
    return file
  }
  const copy = join(makeFolder(), basename(file))
  await pipeline(
    createReadStream(file),
    (chunks) => decode(chunks, openDecoder(encoding), file),
    createWriteStream(copy),
  )
  return copy
}

function findEncoding(start: Uint8Array): string {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}

function openDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new Refusal(t('transfer.refusal.unknownEncoding', { encoding }))
  }
}

async function* decode(
  chunks: AsyncIterable<Buffer>,
  decoder: TextDecoder,
  file: string,
): AsyncGenerator<string> {
  const { encoding } = decoder
  let line = 1
  let last: Uint8Array = new Uint8Array()
  try {
    for await (const chunk of chunks) {
      last = chunk
      const text = decoder.decode(chunk, { stream: true })
      yield text
      line += newlinesIn(text)
    }
    yield decoder.decode()
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    // A chunk that begins inside a valid character skips the rest of it.
    const from = last.findIndex((byte) => (byte & 0xc0) !== 0x80)
    const [sound] = new TextDecoder(encoding).decode(last.subarray(Math.max(from, 0))).split('\ufffd', 1)
    const at = line + newlinesIn(sound!)
    throw new Refusal(
      t('transfer.refusal.notEncoded', { file: basename(file), encoding: encoding.toUpperCase(), line: at }),
      { question: { about: 'encoding', line: at } },
    )
  }
}

function newlinesIn(text: string): number {
  let count = 0
  for (let at = -1; (at = text.indexOf('\n', at + 1)) >= 0;) count++
  return count
}

/** Reading it in the wrong encoding would add characters that no one wrote. */
async function expectUtf8(file: string): Promise<void> {
  const texts = decode(createReadStream(file), openDecoder('utf-8'), file)
  while (!(await texts.next()).done);
}
