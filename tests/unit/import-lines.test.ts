import { describe, expect, test } from 'vitest'
import { readLines } from '../../lib/transfer/import/lines.ts'

async function linesOf(chunks: (string | Uint8Array)[], longest?: number) {
  const bytes = async function* () {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
  return Array.fromAsync(readLines(bytes(), longest))
}

describe('reading lines', () => {
  test('numbers them, counts bytes and joins chunks', async () => {
    const bytes = Buffer.from('ä1\r\n\nb🦊\nlast')
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(await linesOf(pieces)).toEqual([
      { number: 1, text: 'ä1\r', bytesRead: 5 },
      { number: 2, text: '', bytesRead: 6 },
      { number: 3, text: 'b🦊', bytesRead: 12 },
      { number: 4, text: 'last', bytesRead: 16 },
    ])
  })

  test('drops a byte order mark and keeps separators inside text', async () => {
    const lines = await linesOf(['\ufeff{}\n', '"a\u2028b"\n'])
    expect(lines.map(({ text }) => text)).toEqual(['{}', '"a\u2028b"'])
  })

  test('stops at one that is not UTF-8', async () => {
    await expect(linesOf(['{}\n', Uint8Array.of(0x22, 0xff, 0x22), '\n'])).rejects.toThrow(
      "Line 2 isn't in UTF-8.",
    )
  })

  test('skips one that is too long', async () => {
    const lines = await linesOf(['ab', 'cdefg', 'h\nok\n'], 5)
    expect(lines.map(({ text }) => text)).toEqual([null, 'ok'])
  })

  test('finds none in an empty file', async () => {
    expect(await linesOf([])).toEqual([])
  })
})
