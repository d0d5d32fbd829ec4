import { expect, test } from 'vitest'
import { cleanLine, visibleLength } from '../../lib/text/characters.ts'
import { sql } from '../support/database.ts'

/** Where Unicode has characters, but for those of private use. */
const planes = [
  [0x1, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xe1000],
] as const
const letters = planes.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
)
const named = (some: string[]) => some.map((letter) => letter.codePointAt(0)!.toString(16))

/** The letters that stay where SQL makes something else of `every`: a thousand at once, since a call takes time. */
async function kept(expression: string): Promise<Set<string>> {
  const rows = await sql.unsafe<{ kept: string }[]>(`
    select ${expression} as kept from (
      select string_agg(chr(point), '') as every
      from (values ${planes.map(([first, last]) => `(${first}, ${last})`).join()}) plane (first, last)
      cross join generate_series(first, last) point
      group by point / 1000
    ) block`)
  return new Set(rows.flatMap((row) => [...row.kept]))
}

test('forms and the database see the same characters, and none that Unicode says shows nothing', async () => {
  const seen = await kept('private.seen_of(every)')
  const unseen = letters.filter((letter) => !seen.has(letter))
  expect(named(unseen)).toEqual(named(letters.filter((letter) => visibleLength(letter) === 0)))
  const blank = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}]/u
  // Signs that Unicode counts as format characters, and fonts show.
  const shown = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u
  const missing = letters.filter((letter) => blank.test(letter) && !shown.test(letter) && seen.has(letter))
  expect(named(missing)).toEqual([])
})

test('the database knows every mark of Unicode', async () => {
  const known = await kept(`regexp_replace(every, '[^' || private.every_mark() || ']', '', 'g')`)
  const missing = letters.filter((letter) => /[\p{Mn}\p{Me}]/u.test(letter) && !known.has(letter))
  expect(named(missing)).toEqual([])
  const others = letters.filter((letter) => known.has(letter) && /[\p{L}\p{N}\p{P}\p{S}\p{Mc}]/u.test(letter))
  expect(named(others)).toEqual([])
})

test('forms clean a line as the database does', async () => {
  const line = await kept(`private.clean_line(regexp_replace(every, '(.)', '\\1x', 'g'))`)
  // Marks and spaces depend on what stands beside them, and composing replaces letters.
  const steady = letters.filter((letter) => !/[\p{M}\s]/u.test(letter) && letter.normalize('NFC') === letter)
  const dropped = steady.filter((letter) => !line.has(letter))
  expect(named(dropped)).toEqual(named(steady.filter((letter) => cleanLine(letter) === '')))
})
