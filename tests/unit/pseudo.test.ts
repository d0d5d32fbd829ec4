import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { stretchMessage } from '@/lib/words/pseudo'
import type { Message } from '@/lib/words/state'

const stretch = (text: string) => stretchMessage(compile(text) as Message)

test('text gets longer, also inside plurals and tags, while names and numbers stay', () => {
  expect(stretch('Save it')).toBe('Sååvéé îît')
  expect(stretch('{count, plural, one {# vote} other {# votes}}')).toEqual([
    ['count', 2, { one: [0, ' vôôtéé'], other: [0, ' vôôtéés'] }],
  ])
  expect(stretch('on <b>{title}</b>')).toEqual(['ôôn ', ['b', ['title']]])
})
