import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend'

// Databases exist that these files made. What has to change, a new file changes; only it is added to the list:
// cd supabase/migrations && sha256sum <new file> >> ../migrations.sha256
test('every migration is as it was when it came', () => {
  const folder = join(projectRoot, 'supabase/migrations')
  const hashes = readdirSync(folder).map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${hash}  ${name}`
  })
  const known = readFileSync(join(projectRoot, 'supabase/migrations.sha256'), 'utf8').trim().split('\n')
  expect(hashes.toSorted()).toEqual(known.toSorted())
})
