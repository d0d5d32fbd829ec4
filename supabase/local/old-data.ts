import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isRunning } from './processes.ts'

/** Moves the data of an earlier version, which lay where `supabase unlink` deletes it; once, and says so. */
export function moveOldData(from: string, to: string): void {
  if (!existsSync(join(from, 'keys.json')) || existsSync(join(to, 'keys.json'))) return
  const note = join(from, 'running.json')
  if (existsSync(note) && isRunning((JSON.parse(readFileSync(note, 'utf8')) as { pid: number }).pid)) {
    throw new Error(
      `An earlier version of the local Supabase is running on ${from}. End it first (Ctrl-C where npm start runs).`,
    )
  }
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
  console.log(
    `The local data is kept in ${relative('', to)} from now on; it was moved from ${relative('', from)}.`,
  )
}
