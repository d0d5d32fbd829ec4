import postgres from 'postgres'
import { readSecrets } from '../../supabase/local/config.ts'
import { cleanUp, onEnd, temporaryFolder } from '../../tests/support/clean-up.ts'
import { run } from '../../tests/support/command.ts'
import { copyProject } from '../../tests/support/project-copy.ts'
import { startTestBackend } from '../../tests/support/start-backend.ts'
import { codeMutations } from './code-mutations.ts'
import { databaseMutations } from './database-mutations.ts'
import { changeFile } from './in-code.ts'

// npm run mutate [-- words]: makes one deliberate mistake after another, in a copy of the code and in a throw-away
// database, and reports those that no test notices.
const words = process.argv.slice(2).join(' ').toLowerCase()
const isChosen = ({ name }: { name: string }) => name.toLowerCase().includes(words)

const folder = temporaryFolder()
copyProject(folder)
const data = temporaryFolder()
const backend = await startTestBackend(data)
onEnd(() => backend.stop())
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
onEnd(() => sql.end())
const env = {
  TEST_DATABASE_URL: backend.databaseUrl,
  TEST_SUPABASE_URL: backend.url,
  TEST_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
  TEST_SUPABASE_SECRET_KEY: backend.secretKey,
  TEST_JWT_SECRET: readSecrets(data).jwtSecret,
}

/** Whether tests of the copy pass, selected by file names and part of the test names. */
async function passes(project: 'unit' | 'database', files: string, only?: string): Promise<boolean> {
  const names = only ? ['--testNamePattern', only] : []
  const args = ['run', '--project', project, '--bail', '1', ...files.split(' '), ...names]
  return (await run('vitest', args, { env, cwd: folder, isQuiet: true })) === 0
}

/** The same without a mistake and with output: failures here are the tests' own. */
const areSound = async (project: 'unit' | 'database', files: string) =>
  (await run('vitest', ['run', '--project', project, ...files.split(' ')], { env, cwd: folder })) === 0

type Outcome = 'caught' | 'survives' | 'cannot be made'
const count: Record<Outcome, number> = { caught: 0, survives: 0, 'cannot be made': 0 }

function report(name: string, outcome: Outcome, why = ''): void {
  count[outcome] += 1
  console.log(`${outcome === 'caught' ? '✓' : '✗'} ${outcome}: ${name}${why && ` (${why})`}`)
}

/** Makes a mistake, runs its tests and undoes it. */
async function mutate(name: string, make: () => Promise<() => unknown>, test: () => Promise<boolean>) {
  let undo: () => unknown
  try {
    undo = await make()
  } catch (error) {
    report(name, 'cannot be made', (error as Error).message)
    return
  }
  try {
    report(name, (await test()) ? 'survives' : 'caught')
  } finally {
    await undo()
  }
}

const inCode = codeMutations.filter(isChosen)
const inDatabase = databaseMutations.filter(isChosen)
const filesOf = (list: { tests: string }[]) =>
  [...new Set(list.flatMap(({ tests }) => tests.split(' ')))].join(' ')

/** Stops if tests fail without a mistake, because the results would mean nothing. */
async function expectSound(when: string): Promise<void> {
  const isSound =
    (inCode.length === 0 || (await areSound('unit', filesOf(inCode)))) &&
    (inDatabase.length === 0 || (await areSound('database', filesOf(inDatabase))))
  if (!isSound)
    throw new Error(`Tests fail ${when} any mistake is made: see npm run test:unit and test:database.`)
}

try {
  await expectSound('before')
  for (const mutation of inCode) {
    await mutate(
      mutation.name,
      () => Promise.resolve(changeFile(folder, mutation)),
      () => passes('unit', mutation.tests),
    )
  }
  for (const { name, change, tests, only } of inDatabase) {
    const make = async () => {
      const { apply, undo } = await change(sql)
      await sql.unsafe(apply)
      // Without what the tests wrote: a mistake may have miscounted it, and tests of a large board take longer.
      return () => sql.unsafe(`${undo}; truncate public.posts, public.changelog_entries cascade`)
    }
    await mutate(name, make, () => passes('database', tests, only))
  }
  await expectSound('after')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await cleanUp()
}
console.log(`\n${count.caught} caught, ${count.survives} survive, ${count['cannot be made']} cannot be made`)
process.exit(process.exitCode ?? (count.survives + count['cannot be made'] > 0 ? 1 : 0))
