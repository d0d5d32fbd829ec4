import { availableParallelism } from 'node:os'

/** `short` is npm test, `long` is npm run test:long. Without either, named tests run whatever their length. */
export const length = process.env.TEST_LENGTH as 'short' | 'long' | undefined

/**
 * The files that npm run test:long runs and npm test doesn't: they start, kill and rebuild processes, or try thousands
 * of hostile inputs. Single browser tests have the tag @long.
 */
const unit = [
  'change-log',
  'deploy',
  'hostile-pictures',
  'import-hostile',
  'limit-bodies',
  'limit-concurrency',
  'markdown-limits',
]
const database = [
  'any-machine',
  'backend',
  'board',
  'commands',
  'hostile-board',
  'import',
  'import-formats',
  'import-hostile',
  'import-trackers',
  'notice-faults',
  'private-files',
  'search-language',
  'transfer-faults',
  'upgrade',
  'webhook-receivers',
  'worst-reads',
]
const browser = [
  'api-attacks',
  'api-callers',
  'api-successes',
  'approval',
  'bodies',
  'captcha',
  'captcha-hcaptcha',
  'changelog-editor',
  'cluster',
  'empty-board',
  'languages',
  'languages-header',
  'lost-answers',
  'outage',
  'rebuild',
  'refresh-limit',
  'rewrites',
  'npm-start',
  'shared-answers',
  'standalone',
  'widget-sessions',
  'without-secret-key',
]

const unitFiles = unit.map((name) => `tests/unit/${name}.test.ts`)
const databaseFiles = database.map((name) => `tests/database/${name}.test.ts`)
const browserFiles = browser.map((name) => `tests/e2e/${name}.test.ts`)
export const longFiles = [...unitFiles, ...databaseFiles, ...browserFiles]
export const isLongJourney = new RegExp(`@long|\\b(${browser.join('|')})\\.test\\.ts`)

/** The files of a project that this run includes. */
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

/** How many test files run at once. On a database that the environment names, one after the other. */
export const workers = process.env.TEST_DATABASE_URL ? 1 : Math.min(availableParallelism(), 4)
