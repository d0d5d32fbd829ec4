import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A deliberate mistake in a file: the text that stands there and what it becomes. */
export type CodeMutation = { name: string; file: string; find: string; replace: string; tests: string }

/** Makes the mistake in the copy and gives what undoes it; throws when the text is not there once. */
export function changeFile(folder: string, { file, find, replace }: CodeMutation): () => void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const found = text.split(find).length - 1
  if (found !== 1) throw new Error(`${file} says ${JSON.stringify(find)} ${found} times.`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return () => writeFileSync(path, text)
}
