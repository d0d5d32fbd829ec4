import { expect, test } from 'vitest'
import { nextQuarters, quarterText } from '../../lib/text/dates.ts'

test('a quarter is written as people read it', () => {
  expect(quarterText('2027-Q1')).toBe('Q1 2027')
})

test('the next quarters begin with that of the moment, in UTC, and go over the year', () => {
  expect(nextQuarters(new Date('2026-12-31T23:59:59Z'), 3)).toEqual(['2026-Q4', '2027-Q1', '2027-Q2'])
  expect(nextQuarters(new Date('2027-01-01T00:00:00Z'), 1)).toEqual(['2027-Q1'])
  expect(nextQuarters(new Date('2027-07-01T00:00:00+02:00'), 1)).toEqual(['2027-Q2'])
})
