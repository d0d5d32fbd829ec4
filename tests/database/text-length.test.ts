import { expect, test } from 'vitest'
import { visibleLength } from '../../lib/text/text-length.ts'
import { sql } from '../support/database.ts'

test('forms and the database see the same characters', async () => {
  const rows = await sql<{ point: number }[]>`
    select point from generate_series(1, x'e1000'::int) point
    where (point < x'd800'::int or point > x'dfff'::int) and (point < x'20000'::int or point > x'dffff'::int)
      and private.visible_length(chr(point)) = 0`
  const points = Array.from({ length: 0xe1000 }, (_, index) => index + 1)
  const unseen = points.filter(
    (point) => (point < 0xd800 || point > 0xdfff) && visibleLength(String.fromCodePoint(point)) === 0,
  )
  expect(rows.map(({ point }) => point)).toEqual(unseen)
})
