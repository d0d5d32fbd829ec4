import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Writes a zip file with these texts, by file name. */
export async function makeZip(file: string, texts: Record<string, string | Buffer>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(text as string), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}
