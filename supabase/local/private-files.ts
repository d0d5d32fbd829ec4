import { appendFileSync, chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const mode = 0o600

/** Makes the folder when it is missing, and lets nobody but its owner into it and the files that lie in it. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(folder, entry.name), mode)
  }
}

export function writePrivateFile(file: string, text: string): void {
  writeFileSync(file, text, { mode })
}

export function appendPrivateFile(file: string, text: string): void {
  appendFileSync(file, text, { mode })
}

/** Runs with what it makes, and what the programs it starts make, being for their owner alone. */
export function withPrivateFiles<Result>(run: () => Result): Result {
  const before = process.umask(0o077)
  try {
    return run()
  } finally {
    process.umask(before)
  }
}
