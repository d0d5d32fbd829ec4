import { appendFileSync, chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const mode = 0o600

/** Creates the folder if needed, and gives access to it and its files to their owner only. */
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

/** Runs a function so that the files it creates, and those of programs it starts, are for their owner only. */
export function withPrivateFiles<Result>(run: () => Result): Result {
  const before = process.umask(0o077)
  try {
    return run()
  } finally {
    process.umask(before)
  }
}
