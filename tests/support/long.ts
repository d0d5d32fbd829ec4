import { availableParallelism } from 'node:os'

/** `short` is npm test, `long` is npm run test:long; without either, tests that are named run whatever their length. */
export const length = process.env.TEST_LENGTH as 'short' | 'long' | undefined

/**
 * What npm run test:long runs instead of npm test: files that start, kill and rebuild processes, and hostile input by
 * the thousand. Single browser tests say @long.
 */
const unit = ['change-log', 'deploy', 'import-hostile', 'limit-concurrency']
const database = [
  'any-machine',
  'backend',
  'board',
  'commands',
  'hostile-board',
  'import',
  'import-formats',
  'import-hostile',
  'notice-faults',
  'private-files',
  'transfer-faults',
  'upgrade',
  'worst-reads',
]
const browser = [
  'api-callers',
  'bodies',
  'captcha',
  'cluster',
  'languages',
  'outage',
  'rebuild',
  'rewrites',
  'running',
  'shared-answers',
  'standalone',
  'without-secret-key',
]

const unitFiles = unit.map((name) => `tests/unit/${name}.test.ts`)
const databaseFiles = database.map((name) => `tests/database/${name}.test.ts`)
export const isLongJourney = new RegExp(`@long|\\b(${browser.join('|')})\\.test\\.ts`)

/** Which of a project's files this run takes. */
const choose = (all: string[], long: string[]) =>
  length === 'long' ? { include: long } : { include: all, exclude: length === 'short' ? long : [] }

export const unitTests = choose(
  ['tests/unit/**/*.test.{ts,tsx}', 'bench/mutation/in-code.test.ts'],
  unitFiles,
)
export const databaseTests = choose(
  ['tests/database/**/*.test.ts', 'bench/mutation/in-database.test.ts'],
  databaseFiles,
)

/** How many test files run at once: on a database that the environment names, one after the other. */
export const workers = process.env.TEST_DATABASE_URL ? 1 : Math.min(availableParallelism(), 4)
