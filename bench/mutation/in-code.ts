import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A deliberate mistake in a file: a text and its replacement. */
export type CodeMutation = { name: string; file: string; find: string; replace: string; tests: string }

/** Makes the mistake in the copy and returns a function that undoes it. Throws unless the text occurs exactly once. */
export function changeFile(folder: string, { file, find, replace }: CodeMutation): () => void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const found = text.split(find).length - 1
  if (found !== 1) throw new Error(`${file} has ${JSON.stringify(find)} ${found} times, not once.`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return () => writeFileSync(path, text)
}
