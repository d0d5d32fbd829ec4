import { beforeEach, expect, test, vi } from 'vitest'
import { type Act, allOrNone, type Answer, createActs, type Place } from '@/components/team/acts'
import { toasts } from '@/components/ui/toasts'
import { undoTime } from '@/lib/schemas/action-result'

const held = <Thing>(things: Thing[]): Answer<Thing> => allOrNone(things)
const refused = <Thing>(things: Thing[], message: string) => allOrNone(things, { ok: false, message })
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** A page that records what it is told, and an action on some items that completes on demand. */
function setUp(options: Partial<Place<string, Act<string>>> = {}) {
  const told: unknown[] = []
  const place: Place<string, Act<string>> = {
    show: ({ things }) => told.push(['show', things]),
    showUndo: ({ things }) => told.push(['showUndo', things]),
    onAnswer: ({ held, problem }) => told.push(['answer', held, problem]),
    onUndone: ({ problem }, wanted) => told.push(['undone', wanted, problem]),
    ...options,
  }
  const acts = createActs(place)
  const undo = vi.fn((things: string[]) => Promise.resolve(held(things)))
  const act = (things: string[], answer: Answer<string> | Promise<Answer<string>> = held(things)) => ({
    things,
    said: (some: string[]) => `Done: ${some.join()}.`,
    run: () => Promise.resolve(answer),
    undo,
  })
  return { acts, act, undo, told, place }
}
const shown = () => toasts.read()[0]!

beforeEach(() => vi.useRealTimers())

test('an action is shown, sent and announced with Undo', async () => {
  const { acts, act, undo, told } = setUp()
  await acts.perform(act(['a', 'b']))
  expect(told).toEqual([
    ['show', ['a', 'b']],
    ['answer', ['a', 'b'], ''],
  ])
  expect(shown().title).toBe('Done: a,b.')
  shown().action!.run()
  await settle()
  expect(undo).toHaveBeenCalledWith(['a', 'b'])
  expect(told.slice(2)).toEqual([
    ['showUndo', ['a', 'b']],
    ['undone', ['a', 'b'], ''],
  ])
})

test('pressing Undo twice, or its key after the button, undoes once', async () => {
  const { acts, act, undo } = setUp()
  await acts.perform(act(['a']))
  const { action } = shown()
  action!.run()
  action!.run()
  acts.undo()
  await settle()
  expect(undo).toHaveBeenCalledTimes(1)
  expect(shown().title).toBe('Nothing to undo.')
})

test('only items that were changed are announced and undone', async () => {
  const { acts, act, undo } = setUp()
  await acts.perform(act(['a', 'b'], { held: ['b'], failed: ['a'], problem: '', conflicts: 1 }))
  expect(shown().title).toBe('Done: b.')
  acts.undo()
  await settle()
  expect(undo).toHaveBeenCalledWith(['b'])
})

test('a refused action, as after a sign-out, is neither announced nor undone', async () => {
  const { acts, act, undo, told } = setUp()
  await acts.perform(act(['z']))
  acts.undo()
  await settle()
  const before = shown()
  await acts.perform(act(['a'], refused(['a'], 'Sign in first.')))
  expect(told.at(-1)).toEqual(['answer', [], 'Sign in first.'])
  expect(shown()).toBe(before)
  acts.undo()
  expect(undo).toHaveBeenCalledTimes(1)
  expect(shown().title).toBe('Nothing to undo.')
})

test('an action announced early can be undone once it has completed', async () => {
  const { acts, act, undo, told } = setUp({ tellsFirst: true })
  const { promise, resolve } = Promise.withResolvers<Answer<string>>()
  void acts.perform(act(['a', 'b'], promise))
  expect(shown().title).toBe('Done: a,b.')
  acts.undo()
  expect(told.at(-1)).toEqual(['showUndo', ['a', 'b']])
  expect(undo).not.toHaveBeenCalled()
  resolve({ held: ['a'], failed: ['b'], problem: 'Someone else changed this in the meantime.' })
  await settle()
  expect(undo).toHaveBeenCalledExactlyOnceWith(['a'])
})

test('the last action is undone first, and none that has expired', async () => {
  const { acts, act, undo } = setUp()
  await acts.perform(act(['a']))
  await acts.perform(act(['b']))
  acts.undo()
  await settle()
  expect(undo).toHaveBeenLastCalledWith(['b'])
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + undoTime)
  acts.undo()
  vi.restoreAllMocks()
  await settle()
  expect(undo).toHaveBeenCalledTimes(1)
})

test('a dialog’s action is undone by the key, or forgotten when the dialog has undone it', async () => {
  const { acts, undo, told } = setUp()
  const before = shown()
  acts.note({ things: ['a'], undo })
  acts.note({ things: ['b'], undo })
  expect(told).toEqual([
    ['show', ['a']],
    ['show', ['b']],
  ])
  expect(shown()).toBe(before)
  expect(acts.forgetLast(({ things }) => things.includes('b'))?.things).toEqual(['b'])
  expect(acts.forgetLast(({ things }) => things.includes('b'))).toBeNull()
  acts.undo()
  await settle()
  expect(undo).toHaveBeenCalledExactlyOnceWith(['a'])
})

test('nothing is sent for no items', async () => {
  const { acts, act, told } = setUp()
  await acts.perform(act([]))
  expect(told).toEqual([])
})

test('the result of an action appears on the current page', async () => {
  const { acts, act, place } = setUp()
  const later = vi.fn()
  const { promise, resolve } = Promise.withResolvers<Answer<string>>()
  const done = acts.perform(act(['a'], promise))
  acts.showIn({ ...place, onAnswer: later })
  resolve(held(['a']))
  await done
  expect(later).toHaveBeenCalledTimes(1)
})
