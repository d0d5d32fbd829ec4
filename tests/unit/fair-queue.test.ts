import { beforeEach, expect, test } from 'vitest'
import { fairQueue, type Slot } from '../../lib/publish/fair-queue'

type Request = { name: string; slot: Slot; isGone: boolean }
let enter: ReturnType<typeof fairQueue>
let begun: Request[]

beforeEach(() => {
  enter = fairQueue({ atOnce: 4, atOncePerSender: 3, waiting: 6, waitingPerSender: 3 })
  begun = []
})

function ask(sender: string, name = sender) {
  const request: Partial<Request> = { name, isGone: false }
  const isGone = () => request.isGone!
  const begin = (slot: Slot) => void begun.push(Object.assign(request, { slot }) as Request)
  return { request, isTaken: enter(sender, { isGone, begin }) }
}
const names = () => begun.map(({ name }) => name).join(' ')

test('one sender gets at most its share, even when no one else asks', () => {
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name)
  expect(names()).toBe('a1 a2 a3')
  ask('b')
  expect(names()).toBe('a1 a2 a3 b')
  begun[0]!.slot.release()
  expect(names()).toBe('a1 a2 a3 b a4')
})

test('a free slot goes to the sender with the fewest, in turn among equals', () => {
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name)
  for (const name of ['x', 'b1', 'b2', 'c1', 'c2']) ask(name[0]!, name)
  expect(names()).toBe('a1 a2 a3 x')
  for (const n of [3, 0, 1, 2]) begun[n]!.slot.release()
  expect(names()).toBe('a1 a2 a3 x b1 c1 a4 b2')
  begun[4]!.slot.release()
  expect(names()).toBe('a1 a2 a3 x b1 c1 a4 b2 c2')
})

test('an idle slot counts for its sender until it is released', () => {
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name)
  for (const name of ['b1', 'b2']) ask('b', name)
  expect(names()).toBe('a1 a2 a3 b1')
  begun[0]!.slot.free()
  expect(names()).toBe('a1 a2 a3 b1 b2')
  begun[0]!.slot.release()
  expect(names()).toBe('a1 a2 a3 b1 b2')
  begun[3]!.slot.release()
  begun[3]!.slot.release()
  expect(names()).toBe('a1 a2 a3 b1 b2 a4')
})

test('a request is refused when its sender or the whole queue has too many waiting', () => {
  const taken = (sender: string, count: number) => Array.from({ length: count }, () => ask(sender).isTaken)
  expect(taken('a', 7)).toEqual([true, true, true, true, true, true, false])
  expect(taken('b', 5)).toEqual([true, true, true, true, false])
  expect(taken('c', 1)).toEqual([false])
  begun[0]!.slot.release()
  expect(taken('c', 1)).toEqual([true])
})

test('a request that left the queue takes no slot', () => {
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  const { request } = ask('a', 'a4')
  ask('a', 'a5')
  request.isGone = true
  begun[0]!.slot.release()
  expect(names()).toBe('a1 a2 a3 a5')
})
