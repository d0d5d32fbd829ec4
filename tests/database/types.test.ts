import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateTypes, typesFile } from '../../supabase/commands/database-types.ts'

test('the committed types are those of the migrated database', async () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(await generateTypes(process.env.TEST_DATABASE_URL!))
})
