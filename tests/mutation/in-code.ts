import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

/** A deliberate mistake in a file: the text that stands there and what it becomes. */
export type CodeMutation = { name: string; file: string; find: string; replace: string; tests: string }

const parts =
  'app components lib supabase tests middleware.ts package.json tsconfig.json vitest.config.ts'.split(' ')
const leftOut = new Set(['.output', '.temp', '.branches'])

/** Copies the project to a folder, in which files may be changed and tests run. */
export function copyProject(folder: string): void {
  for (const part of parts) {
    cpSync(join(projectRoot, part), join(folder, part), {
      recursive: true,
      filter: (source) => !leftOut.has(basename(source)),
    })
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
}

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
