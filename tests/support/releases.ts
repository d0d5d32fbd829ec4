import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

// Each release leaves a folder: its migrations with their hashes, and the rows of a small database.
export const releasesFolder = join(projectRoot, 'tests/database/releases')
/** Knows every file in the folder of a release. */
export const releasesList = `${releasesFolder}.sha256`

/** The stored versions, oldest first. */
export const listReleases = (): string[] =>
  readdirSync(releasesFolder).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

/** The migrations of a release in order, in the format of sha256sum. */
export const listReleasedMigrations = (version: string): string[] =>
  readLines(join(releasesFolder, version, 'migrations.sha256'))

/** The lines of a list, sorted by name. */
export const readLines = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .toSorted((one, other) => nameIn(one).localeCompare(nameIn(other), 'en'))

/** The file that a line of a list is about. */
export const nameIn = (line: string): string => line.split(/\s+/)[1]!
