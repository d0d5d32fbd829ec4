import { expect, test } from 'vitest'
import { readDate } from '../../lib/transfer/import/read-date.ts'

const morning = Date.UTC(2025, 2, 14, 6, 30)

test.each([
  ['2025-03-14T08:30:00+02:00', morning, false],
  ['2025-03-14T06:30:00Z', morning, false],
  ['2025-03-14T06:30:00.000Z', morning, false],
  ['2025-03-14 06:30:00 UTC', morning, false],
  ['2025-03-14 08:30:00 +0200', morning, false],
  ['2025-03-14 06:30:00+00', morning, false],
  ['2025-03-14T06:30:00', morning, true],
  ['2025-03-14 06:30', morning, true],
  [' 2025-03-14 ', Date.UTC(2025, 2, 14), false],
  ['March 14, 2025', Date.UTC(2025, 2, 14), false],
  ['Mar 14, 2025 6:30 AM', morning, true],
  ['14 Mar 2025', Date.UTC(2025, 2, 14), false],
  ['Fri, 14 Mar 2025 06:30:00 GMT', morning, false],
  ['March 14th, 2025 at 6:30 am', morning, true],
])('%s is a moment', (text, time, isZoneless) => {
  expect(readDate(text)).toEqual({ time, isZoneless })
})

const such = 'such as 2026-11-20 or 2026-11-20T09:30:00Z.'
test.each([
  ['2025-02-30', `“2025-02-30” isn't a date. Write one ${such}`],
  ['2025-03-14T25:00:00Z', `“2025-03-14T25:00:00Z” isn't a date. Write one ${such}`],
  ['yesterday', `“yesterday” isn't a date. Write one ${such}`],
  ['', `The date is empty. Write one ${such}`],
  [1741910400, `This is a number. Write a date ${such}`],
  [null, `This is empty. Write a date ${such}`],
  ['03/04/2025', '“03/04/2025” can mean two dates. Write it like 2026-11-20.'],
  ['1995-01-01', '“1995-01-01” is before the year 2000.'],
  ['2999-01-01', '“2999-01-01” is in the future.'],
])('%s is not a date', (value, problem) => {
  expect(readDate(value)).toEqual({ problem })
})
