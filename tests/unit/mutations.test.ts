import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend'
import { codeMutations } from '../mutation/code-mutations'

// npm run mutate takes long and is run seldom; that its mistakes can be made at all is seen at once.
test('every deliberate mistake in the code can still be made', () => {
  const stale = codeMutations.filter(
    ({ file, find }) => readFileSync(join(projectRoot, file), 'utf8').split(find).length !== 2,
  )
  expect(stale).toEqual([])
})
