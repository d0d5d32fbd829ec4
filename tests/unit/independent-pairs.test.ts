import { expect, test } from 'vitest'
import { independentPairs } from '../../lib/post/independent-pairs'

const pair = (one: number, other: number, saidBy = 0) => ({ saidBy, posts: [{ id: one }, { id: other }] })
const idsOf = (pairs: ReturnType<typeof pair>[]) => pairs.map(({ posts }) => posts.map(({ id }) => id))

test('four alike posts are three pairs, and another group is its own', () => {
  const alike = [pair(1, 2), pair(1, 3), pair(2, 3), pair(4, 1), pair(4, 2), pair(3, 4), pair(8, 9)]
  expect(idsOf(independentPairs(alike))).toEqual([
    [1, 2],
    [1, 3],
    [4, 1],
    [8, 9],
  ])
})

test('two groups become one when a pair connects them', () => {
  expect(idsOf(independentPairs([pair(1, 2), pair(3, 4), pair(2, 3), pair(1, 4)]))).toEqual([
    [1, 2],
    [3, 4],
    [2, 3],
  ])
})

test('a pair that people reported stays', () => {
  expect(idsOf(independentPairs([pair(1, 2), pair(2, 3), pair(1, 3, 2)]))).toHaveLength(3)
})
