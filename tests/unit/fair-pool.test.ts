import { expect, test } from 'vitest'
import { fairPool } from '../../lib/publish/fair-pool'

function poolOf(most: number) {
  const open = fairPool(most)
  const evicted: string[] = []
  const hold = (sender: string, size: number, name = sender) => {
    const holding = open(sender, () => void evicted.push(name))
    holding.add(size)
    return holding
  }
  return { hold, evicted }
}

test('one sender may use the whole pool while no one else needs it', () => {
  const { hold, evicted } = poolOf(10)
  hold('a', 4)
  hold('a', 6)
  expect(evicted).toEqual([])
})

test('the sender who holds the most loses the largest holding, and the oldest of equal ones', () => {
  const { hold, evicted } = poolOf(10)
  hold('a', 2, 'small')
  hold('a', 3, 'older')
  hold('a', 3, 'newer')
  hold('b', 2)
  hold('c', 1)
  expect(evicted).toEqual(['older'])
})

test('a small holding stays, however many others there are', () => {
  const { hold, evicted } = poolOf(1_000)
  hold('a', 1, 'form')
  for (let n = 0; n < 5_000; n++) hold(n % 2 ? 'a' : `b${n}`, 10, 'large')
  expect(new Set(evicted)).toEqual(new Set(['large']))
})

test('a holding larger than the pool evicts itself and is no longer counted', () => {
  const { hold, evicted } = poolOf(10)
  const gone = hold('a', 11)
  gone.add(5)
  gone.release()
  hold('b', 10)
  expect(evicted).toEqual(['a'])
})

test('released room is free again', () => {
  const { hold, evicted } = poolOf(10)
  const held = hold('a', 10)
  held.release()
  held.release()
  hold('b', 10)
  expect(evicted).toEqual([])
})
