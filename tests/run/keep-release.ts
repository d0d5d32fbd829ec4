import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import postgres from 'postgres'
import { projectRoot } from '../../supabase/local/backend.ts'
import { listMigrations } from '../../supabase/local/migrations.ts'
import { fillEveryTable } from '../support/every-table.ts'
import { releasesFolder, releasesList } from '../support/releases.ts'
import { startTestBackend } from '../support/start-backend.ts'
import { dumpRows } from '../support/table-rows.ts'
import { cleanUp, onEnd, temporaryFolder } from '../support/clean-up.ts'

// npm run keep-release: run it once per version, at its release. Stores a small database with rows in every table,
// which tests/database/upgrade.test.ts upgrades to later versions.
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
const folder = join(releasesFolder, version)
if (existsSync(folder)) {
  console.error(`${version} is already stored. Raise the version in package.json first.`)
  process.exit(1)
}
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

const backend = await startTestBackend(temporaryFolder(), { seed: true })
onEnd(() => backend.stop())
// Times and numbers as text with all their digits.
const connection = { TimeZone: 'UTC', extra_float_digits: 3 }
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {}, connection })
onEnd(() => sql.end())
await fillEveryTable(backend, sql)
const rows = await dumpRows(sql)
mkdirSync(folder, { recursive: true })
const migrations = listMigrations(projectRoot).map(
  (name) => `${hash(join(projectRoot, 'supabase/migrations', name))}  ${name}\n`,
)
writeFileSync(join(folder, 'migrations.sha256'), migrations.join(''))
writeFileSync(join(folder, 'rows.sql'), rows)
for (const name of ['migrations.sha256', 'rows.sql']) {
  const file = join(folder, name)
  appendFileSync(releasesList, `${hash(file)}  ${relative(releasesFolder, file)}\n`)
}
console.log(`Signpost ${version} is stored in ${relative(projectRoot, folder)}.`)
await cleanUp()
process.exit(0)
