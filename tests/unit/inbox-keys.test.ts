import { expect, test } from 'vitest'
import { commandOf, commands, explain } from '@/components/team/key-commands'
import { stateNames as ownStateNames } from '@/lib/post/states'

test('every key of the inbox does one thing', () => {
  const keys = Object.values(commands).flatMap((command) => [...command.keys])
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([
  ['j', 'next', 0],
  ['J', 'next', 0],
  ['ArrowUp', 'previous', 1],
  ['1', 'state', 0],
  ['5', 'state', 4],
  ['?', 'keys', 0],
  ['Escape', 'back', 0],
] as const)('%s is %s', (key, command, index) => {
  expect(commandOf(key)).toEqual({ command, index })
})

test.each(['6', '0', 'q', 'Tab', 'Shift', ' ', 'F8', 'constructor'])('%s is left to the browser', (key) => {
  expect(commandOf(key)).toBeNull()
})

test('keys are written as they are on keyboards', () => {
  const stateNames = { ...ownStateNames, planned: 'Next up' }
  expect(explain('next', stateNames)).toEqual({ keys: ['J', '↓'], name: 'Next post' })
  expect(explain('state', stateNames)).toEqual({
    keys: ['1–5'],
    name: 'State: Proposed, Candidate, Next up, In Progress, Completed',
  })
})
