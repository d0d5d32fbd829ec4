import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFolder, withPrivateFiles } from './private-files.ts'

/** SQLite's word for it. */
const isLocked = 5

/**
 * Makes the folder this process's own, so that no other starts a second backend in it or ends parts of this one. The
 * lock is the system's, which takes it back when the process ends, however it ends, and also when the process opens
 * and closes the file in any other way than here.
 * @returns what gives it up; null when another has it
 */
export function claimFolder(folder: string): (() => void) | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = openLock(folder)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === isLocked) return null
    throw error
  }
  // Not earlier: the owner of the folder may have to make it accessible for PostgreSQL's user.
  makePrivateFolder(folder)
  return () => lock.isOpen && lock.close()
}

function openLock(folder: string): DatabaseSync {
  try {
    return withPrivateFiles(() => new DatabaseSync(join(folder, 'claim'), { timeout: 0 }))
  } catch (cause) {
    const { message } = cause as Error
    throw new Error(`Can't use the folder ${folder}: ${message}. Does it belong to another user?`, {
      cause,
    })
  }
}
