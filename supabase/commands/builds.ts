import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../local/backend.ts'
import { isRunning } from '../local/processes.ts'

// Each build has a folder of its own, so that one can be made while a site runs from another. Folders are named
// relative to the project, as Next takes them (distDir).
const all = join(projectRoot, '.next')
const prefix = 'site-'
/** Says which build the next start takes. */
const current = join(all, 'current')
/** Has a file for each process and the build it needs: {build}@{pid}. */
const users = join(all, 'users')

/** The build the next start takes, or null; SIGNPOST_BUILD_FOLDER names another folder for it. */
export function findBuild(): string | null {
  const chosen = process.env.SIGNPOST_BUILD_FOLDER
  if (chosen) return chosen
  return existsSync(current) ? `.next/${readFileSync(current, 'utf8')}` : null
}

/** Where a new build goes. */
export const folderFor = (buildId: string): string =>
  process.env.SIGNPOST_BUILD_FOLDER || `.next/${prefix}${buildId}`

/** Keeps a build from being removed while this process lives. */
export function holdBuild(build: string): void {
  const name = nameOf(build)
  if (!name) return
  const note = join(users, `${name}@${process.pid}`)
  try {
    mkdirSync(users, { recursive: true })
    writeFileSync(note, '')
  } catch (error) {
    console.warn(`Do not build here while this site runs: it cannot be noted (${(error as Error).message}).`)
    return
  }
  process.once('exit', () => rmSync(note, { force: true }))
}

/** Makes the next start take this build. */
export function putInForce(build: string): void {
  const name = nameOf(build)
  if (!name) return
  // At once: a start never reads half of it.
  writeFileSync(`${current}-${process.pid}`, name)
  renameSync(`${current}-${process.pid}`, current)
}

/** Removes the builds that neither a process nor the next start needs. */
export function removeOldBuilds(): void {
  if (!existsSync(current)) return
  const needed = new Set([readFileSync(current, 'utf8')])
  for (const note of existsSync(users) ? readdirSync(users) : []) {
    const [used, pid] = note.split('@') as [string, string]
    if (isRunning(Number(pid))) needed.add(used)
    else rmSync(join(users, note), { force: true })
  }
  for (const entry of readdirSync(all)) {
    if (entry.startsWith(prefix) && !needed.has(entry))
      rmSync(join(all, entry), { recursive: true, force: true })
  }
}

/** Null for a folder that the environment chose: that is its owner's business. */
function nameOf(build: string): string | null {
  return build.startsWith(`.next/${prefix}`) ? build.slice('.next/'.length) : null
}
