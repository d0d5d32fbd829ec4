import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawableText } from '@/lib/text/drawable-text'
import { fontCoverage } from '@/lib/publish/font-coverage'

const canDraw = fontCoverage(readFileSync('node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf'))

test.each([
  ['Dark mode', 'Dark mode'],
  ['Emoji reactions on comments 🎉', 'Emoji reactions on comments'],
  ['Cafe\u0301 in Zürich', 'Café in Zürich'],
  ['Привет, мир', 'Привет, мир'],
  ['Support 中文', 'Support'],
  ['支持中文界面', null],
  ['دعم الكتابة', null],
  ['🎉🚀', null],
])('%s is drawn as %s', (text, drawn) => {
  expect(drawableText(text, canDraw)).toBe(drawn)
})
