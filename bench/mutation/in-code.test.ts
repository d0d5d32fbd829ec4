import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend.ts'
import { codeMutations } from './code-mutations.ts'
import { databaseMutations } from './database-mutations.ts'

// npm run mutate takes long and runs rarely. This quickly checks that its mistakes can still be made.
test('every deliberate mistake in the code can still be made', () => {
  const stale = codeMutations.filter(
    ({ file, find }) => readFileSync(join(projectRoot, file), 'utf8').split(find).length !== 2,
  )
  expect(stale).toEqual([])
})

test('the tests that should notice each mistake exist', () => {
  const folder = join(projectRoot, 'tests/database')
  // As the run finds them: by the beginning of their names.
  const textOf = (name: string) =>
    readdirSync(folder)
      .filter((file) => file.startsWith(name) && file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
  const lost = databaseMutations.filter(
    ({ tests, only = '' }) => !tests.split(' ').some((name) => new RegExp(only).test(textOf(name))),
  )
  expect(lost.map(({ name, only }) => `${name}: ${only}`)).toEqual([])
})
