import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend'
import { listReleases, readLines, releasesFolder, releasesList } from '../support/releases'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

test('what was kept of a release is as it was', () => {
  const hashes = globSync('*/*', { cwd: releasesFolder }).map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(releasesFolder, name)))
      .digest('hex')
    return `${hash}  ${name}`
  })
  expect(hashes.toSorted()).toEqual(readLines(releasesList).toSorted())
})

test('this version is the last that was kept', () => {
  expect(version, 'npm run keep-release').toBe(listReleases().at(-1))
})

test('this version is the last in CHANGELOG, and that of the lock file', () => {
  const [, last] = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md'))!
  expect(last).toBe(version)
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': object } }
  expect(lock).toMatchObject({ version, packages: { '': { version } } })
})
