import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFolder, withPrivateFiles } from './private-files.ts'

/** SQLite's error code for a locked database. */
const isLocked = 5

/**
 * Claims the folder for this process, so that no other process starts a second backend in it or ends parts of this one.
 * The operating system holds the lock and releases it when the process ends. It also releases it if the process opens
 * and closes the file anywhere else.
 * @returns a function that releases the folder; null if another process has it
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
  // Not earlier: the folder's owner may have to make it accessible for PostgreSQL's user first.
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
