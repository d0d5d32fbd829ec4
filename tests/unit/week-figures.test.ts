import { expect, test } from 'vitest'
import { axisTop, changeOf, summarize } from '../../components/insight/week-figures'

const points = (...values: (number | null)[]) => values.map((value) => ({ week: '2026-11-16', value }))

test('the total of a metric is its sum, or its median', () => {
  expect(summarize([1, 2, 6], false)).toBe(9)
  expect(summarize([], false)).toBe(0)
  expect(summarize([8, null, 1, 3], true)).toBe(3)
  expect(summarize([4, 1], true)).toBe(2.5)
  expect(summarize([null], true)).toBeNull()
})

test('the change is from as many weeks before, without the current one', () => {
  expect(changeOf(points(10, 20, 1), [10, 10], false)).toBe(0.5)
  expect(changeOf(points(0, 0, 9), [3, 1], false)).toBe(-1)
  expect(changeOf(points(8, null, 1), [4, 4], true)).toBe(1)
  // Without earlier data there is no percentage.
  expect(changeOf(points(10, 20, 1), [0, 0], false)).toBeNull()
  expect(changeOf(points(10, 91, 1), [9, 1], false)).toBeNull()
  expect(changeOf(points(10, 20, 1), [null, null], true)).toBeNull()
  expect(changeOf(points(null, null, 1), [4, 4], true)).toBeNull()
})

test.each([
  [0, 1],
  [0.4, 1],
  [1, 1],
  [3, 4],
  [5, 6],
  [7, 10],
  [11, 20],
  [100, 100],
  [101, 200],
  [4_321, 6_000],
])('an axis for values up to %d ends at %d', (largest, top) => {
  expect(axisTop(largest)).toBe(top)
})
