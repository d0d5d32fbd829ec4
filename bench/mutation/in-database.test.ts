import { expect, test } from 'vitest'
import { sql } from '../../tests/support/database.ts'
import { databaseMutations } from './database-mutations.ts'

// npm run mutate takes long and runs rarely. This quickly checks that its mistakes can still be made.
test('every deliberate mistake in the database can still be made', async () => {
  const stale: string[] = []
  for (const { name, change } of databaseMutations) {
    await change(sql).catch((error: Error) => stale.push(`${name}: ${error.message}`))
  }
  expect(stale).toEqual([])
})
