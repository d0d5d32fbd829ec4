import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend'
import { listMigrations } from '../../supabase/local/migrations'
import { listReleasedMigrations, listReleases, nameIn } from '../support/releases'

const hashed = listMigrations(projectRoot).map((name) => {
  const text = readFileSync(join(projectRoot, 'supabase/migrations', name))
  return `${createHash('sha256').update(text).digest('hex')}  ${name}`
})

test('the migrations begin with the baseline', () => {
  expect(nameIn(hashed[0]!)).toMatch(/^\d{14}_baseline\.sql$/)
})

// Databases exist that these files made, and `supabase db push` refuses a migration that comes before one that is
// applied. 1.0.2 is from before the baseline.
test('the migrations of a release stay as they were, and new ones come after them', () => {
  const releases = listReleases().filter((version) => version !== '1.0.2')
  for (const version of releases) {
    const released = listReleasedMigrations(version)
    expect(hashed.slice(0, released.length), version).toEqual(released)
  }
})

// On a hosted project `db push` doesn't own the tables of the auth service and the storage. A trigger of ours goes with
// its function: drop function … cascade.
test('no migration does what only the owner of auth and storage may do', () => {
  for (const name of listMigrations(projectRoot)) {
    const text = readFileSync(join(projectRoot, 'supabase/migrations', name), 'utf8').replaceAll('"', '')
    expect(text, name).not.toMatch(/drop trigger [^;]* on (auth|storage)\./i)
    expect(text, name).not.toMatch(/alter table (only )?(auth|storage)\./i)
  }
})
