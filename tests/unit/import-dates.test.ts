import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DateOrder } from '../../lib/transfer/import/date-order.ts'
import { openReading } from '../../lib/transfer/import/open.ts'
import { readDate } from '../../lib/transfer/import/read-date.ts'
import { folder } from '../support/import-formats.ts'

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
  ['14/03/2025', Date.UTC(2025, 2, 14), false],
  ['3/14/2025', Date.UTC(2025, 2, 14), false],
  ['14-3-2025', Date.UTC(2025, 2, 14), false],
  ['05/05/2025', Date.UTC(2025, 4, 5), false],
  ['14/03/2025 06:30', morning, true],
  ['3/14/2025, 6:30:00 AM', morning, true],
  ['14.03.2025', Date.UTC(2025, 2, 14), false],
  ['03.04.2025', Date.UTC(2025, 3, 3), false],
  ['3.4.2025 06:30', Date.UTC(2025, 3, 3, 6, 30), true],
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
  ['31.13.2025', `“31.13.2025” isn't a date. Write one ${such}`],
  ['03.14.2025', `“03.14.2025” isn't a date. Write one ${such}`],
  ['13/13/2025', `“13/13/2025” isn't a date. Write one ${such}`],
  ['30/02/2025', `“30/02/2025” isn't a date. Write one ${such}`],
  ['1995-01-01', '“1995-01-01” is before the year 2000.'],
  ['2999-01-01', '“2999-01-01” is in the future.'],
])('%s is not a date', (value, problem) => {
  expect(readDate(value)).toEqual({ problem })
})

describe('the dates of a table that can mean two days', () => {
  async function read(dates: string[], order?: DateOrder) {
    const file = join(folder, 'dates.csv')
    writeFileSync(file, ['Title,Created at', ...dates.map((date, i) => `Post ${i},${date}`)].join('\n'))
    const reading = await openReading([file], null, {}, order)
    const drafts = await Array.fromAsync(reading.drafts)
    const values = drafts.map((draft) => ('value' in draft ? (draft.value as { created_at: string }) : null))
    const days = values.map((value) => {
      const moment = readDate(value!.created_at)
      return 'problem' in moment ? null : new Date(moment.time).toJSON().slice(0, 10)
    })
    return { days, unclear: reading.unclearDates?.() }
  }

  test('are read like a date below that can only have its day first', async () => {
    expect(await read(['03/04/2025 9:30', '2025-01-02', '20/11/2024'])).toEqual({
      days: ['2025-04-03', '2025-01-02', '2024-11-20'],
      unclear: { such: '03/04/2025 9:30', order: 'day', dayFirst: '20/11/2024' },
    })
  })

  test('are read like a date above that can only have its month first', async () => {
    expect(await read(['11/20/2024', '03/04/2025'])).toMatchObject({
      days: ['2024-11-20', '2025-03-04'],
      unclear: { order: 'month', monthFirst: '11/20/2024' },
    })
  })

  test('are refused if no other date or dates of both kinds decide', async () => {
    const unclear = { such: '03/04/2025', order: null }
    // Points and equal numbers tell nothing.
    expect(await read(['03/04/2025', '24.12.2024', '05/05/2025'])).toEqual({
      days: [null, '2024-12-24', '2025-05-05'],
      unclear,
    })
    expect(await read(['03/04/2025', '20/11/2024', '11/20/2024'])).toEqual({
      days: [null, '2024-11-20', '2024-11-20'],
      unclear: { ...unclear, dayFirst: '20/11/2024', monthFirst: '11/20/2024' },
    })
  })

  test('are read as chosen', async () => {
    const dates = ['03/04/2025', '20/11/2024', '11/20/2024']
    expect((await read(dates, 'day')).days).toEqual(['2025-04-03', '2024-11-20', '2024-11-20'])
    expect((await read(dates, 'month')).days).toEqual(['2025-03-04', '2024-11-20', '2024-11-20'])
  })

  test('are not looked for in a file that has none', async () => {
    expect(await read(['20/11/2024', '2025-01-02'])).toMatchObject({ unclear: null })
  })
})
