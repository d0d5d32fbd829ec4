import { describe, expect, test } from 'vitest'
import { callingName, fillAnswer } from '../../lib/text/fill-answer.ts'

const words = { name: 'Ada', title: 'Dark $& mode', state: 'Planned', site: '{name}' }

describe('a canned answer', () => {
  test('gets the words of the post, as often as it asks for them', () => {
    expect(fillAnswer('Hi {name}, “{title}” is {state}. {title}!', words)).toBe(
      'Hi Ada, “Dark $& mode” is Planned. Dark $& mode!',
    )
  })

  test('fills no word in what it was filled with', () => {
    expect(fillAnswer('Yours, {site}', words)).toBe('Yours, {name}')
  })

  test.each(['{Name}', '{ name }', '{email}', '{constructor}', '{}', '{name'])(
    'leaves %s as it is',
    (text) => {
      expect(fillAnswer(text, words)).toBe(text)
    },
  )
})

test.each([
  ['Ada Lovelace', 'Ada'],
  ['  Ada\u00a0Lovelace', 'Ada'],
  ['小林', '小林'],
  ['', 'there'],
  [null, 'there'],
])('speaks to %j as %s', (name, called) => {
  expect(callingName(name)).toBe(called)
})
