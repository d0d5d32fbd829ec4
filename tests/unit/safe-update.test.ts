import { expect, test } from 'vitest'
import { readSchemas } from '../../supabase/local/migrations'

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

// Hosted projects refuse such a statement to everybody who comes by the API, also within a function.
test('no function changes or deletes all rows of a table', () => {
  expect(boundless('delete from private.seen;')).toHaveLength(1)
  expect(boundless('with x as (select 1) update private.seen set a = 1;')).toHaveLength(1)
  expect(boundless('insert into a values (1) on conflict (b) do update set c = 1;')).toEqual([])
  expect(boundless(readSchemas())).toEqual([])
})
