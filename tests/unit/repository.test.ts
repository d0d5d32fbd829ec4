import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend'
import { listMigrations } from '../../supabase/local/migrations'
import { readSchemas } from '../../supabase/local/migrations'
import { longFiles } from '../support/long'
import {
  listReleasedMigrations,
  listReleases,
  nameIn,
  readLines,
  releasesFolder,
  releasesList,
} from '../support/releases'

describe('docs', () => {
  const texts = [
    '{README,CONTRIBUTING,SECURITY}.md',
    '{bench,docs,supabase}/**/*.md',
    '.github/**/*.{md,yml}',
    '.env.example',
    'Dockerfile',
  ]
  // Their first comment says how they are run.
  const programs = ['supabase/{commands,local}/*.ts', 'bench/**/*.ts', 'tests/run/*.ts', 'tests/run.ts']
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
  const commandsOf = (folder: string) => {
    const { scripts } = JSON.parse(read(join(folder, 'package.json'))) as { scripts: Record<string, string> }
    return Object.keys(scripts)
  }
  const [commands, benchCommands] = [commandsOf('.'), commandsOf('bench')]

  /** Every line of the files, with the file's name before it. */
  function linesOf(patterns: string[]): string[] {
    // bench/ has packages of its own.
    const isOurs = (file: string) => !file.includes('node_modules')
    return globSync(patterns, { cwd: projectRoot })
      .filter(isOurs)
      .flatMap((file) =>
        read(file)
          .split('\n')
          .map((line) => `${file}: ${line}`),
      )
  }

  /** Older versions are not checked. */
  const [, unreleased = ''] = read('CHANGELOG.md').split(/^## /m)
  const documented = [
    ...linesOf(texts),
    ...unreleased.split('\n'),
    ...linesOf(programs).filter((line) => /: \s*(\/\/|\/?\*)/.test(line)),
  ]

  test('every command goes through npm, which runs a Node that understands TypeScript', () => {
    expect(documented.length).toBeGreaterThan(500)
    expect(documented.filter((line) => /\bnode\s[^`|]*\.ts\b/.test(line))).toEqual([])
  })

  // A line that speaks of a command of bench/ names the folder.
  test('every npm command in the docs exists', () => {
    const unknown = documented.filter((line) => {
      const known = line.includes('bench/') ? [...commands, ...benchCommands] : commands
      return [...line.matchAll(/npm run ([\w:-]*\w)/g)].some(([, name]) => !known.includes(name!))
    })
    expect(unknown).toEqual([])
  })

  test.each([
    ['docs/run.md', commands],
    ['bench/README.md', benchCommands],
  ])('%s lists every command', (file, names) => {
    const readme = read(file)
    const missing = names.filter((name) => !new RegExp(`npm (run )?${name}(?![\\w:-])`).test(readme))
    expect(missing).toEqual([])
  })
})

describe('releases', () => {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }

  test('the files of a release are unchanged', () => {
    const hashes = globSync('*/*', { cwd: releasesFolder }).map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(releasesFolder, name)))
        .digest('hex')
      return `${hash}  ${name}`
    })
    expect(hashes.toSorted()).toEqual(readLines(releasesList).toSorted())
  })

  test('this version is the last released one', () => {
    expect(version, 'npm run keep-release').toBe(listReleases().at(-1))
  })

  test('this version is the last in CHANGELOG and the lock file', () => {
    const [, last] = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md'))!
    expect(last).toBe(version)
    const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': object } }
    expect(lock).toMatchObject({ version, packages: { '': { version } } })
  })
})

const hashed = listMigrations(projectRoot).map((name) => {
  const text = readFileSync(join(projectRoot, 'supabase/migrations', name))
  return `${createHash('sha256').update(text).digest('hex')}  ${name}`
})

test('the files that npm test leaves out exist', () => {
  expect(longFiles.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([])
})

test('zod is imported as a namespace, without its messages in 50 languages', () => {
  const files = globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: projectRoot })
  const isWhole = (file: string) =>
    /import (\w+|\{[^}]*\bz\b[^}]*\}) from '[^']*\bzod'/.test(readFileSync(join(projectRoot, file), 'utf8'))
  expect(files.filter(isWhole)).toEqual([])
})

test('the migrations begin with the baseline', () => {
  expect(nameIn(hashed[0]!)).toMatch(/^\d{14}_baseline\.sql$/)
})

// Databases exist that these files made, and `supabase db push` refuses a migration that comes before one that is
// applied. 1.0.2 is from before the baseline.
test('the migrations of a release stay unchanged, and new ones come after them', () => {
  const releases = listReleases().filter((version) => version !== '1.0.2')
  for (const version of releases) {
    const released = listReleasedMigrations(version)
    expect(hashed.slice(0, released.length), version).toEqual(released)
  }
})

// On a hosted project `db push` doesn't own the tables of the auth service and the storage. A trigger of ours goes with
// its function: drop function … cascade. Extensions such as pgcrypto are there already, and are the project's own.
test('no migration needs to own auth, storage or extensions', () => {
  for (const name of listMigrations(projectRoot)) {
    const text = readFileSync(join(projectRoot, 'supabase/migrations', name), 'utf8').replaceAll('"', '')
    expect(text, name).not.toMatch(/drop trigger [^;]* on (auth|storage)\./i)
    expect(text, name).not.toMatch(/alter table (only )?(auth|storage)\./i)
    expect(text, name).not.toMatch(/create extension (?!if not exists )/i)
    expect(text, name).not.toMatch(/(comment on|drop|alter) extension /i)
  }
})

/** The statements of a file that change or delete every row of a table; an upsert's update is of one. */
function boundless(sql: string): string[] {
  const statements = sql.replace(/--[^\n]*/g, '').split(/;|\$\$/)
  return statements
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) =>
      /^(?:.* )?(?:delete from|update) (?:only )?[\w."]+(?: (?:as )?\w+)?(?: set |$)/i.test(statement),
    )
    .filter((statement) => !/ where /i.test(statement) && !/on conflict/i.test(statement))
    .filter((statement) => !/\b(?:before|after|for|grant|on) [^;]*update/i.test(statement))
}

// Hosted projects refuse such statements through the API, also inside functions.
test('no function changes or deletes all rows of a table', () => {
  expect(boundless('delete from private.seen;')).toHaveLength(1)
  expect(boundless('with x as (select 1) update private.seen set a = 1;')).toHaveLength(1)
  expect(boundless('insert into a values (1) on conflict (b) do update set c = 1;')).toEqual([])
  expect(boundless(readSchemas())).toEqual([])
})
