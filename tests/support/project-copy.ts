import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

/** Folders that commands leave behind, and those that npm installs. */
const leftOut = new Set(['node_modules', '.git', '.next', '.temp', '.branches', '.output', '.signpost'])

/** Copies the project as it is checked out. */
export function copySources(folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(projectRoot, folder, {
    recursive: true,
    filter: (path) => !leftOut.has(basename(path)) && !/^\.env(\.\w+)?$/.test(basename(path)),
  })
}

/** Copies the project with its packages, which are hard links where the disk allows that. */
export function copyProject(folder: string): void {
  copySources(folder)
  const from = join(projectRoot, 'node_modules')
  try {
    execFileSync('cp', ['-al', from, folder], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', from, folder])
  }
}

/** Removes from the copy what `npm ci --omit=dev` doesn't install. */
export function removeDevelopment(folder: string): void {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>
  }
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    if (dev) rmSync(join(folder, path), { recursive: true, force: true })
  }
}
