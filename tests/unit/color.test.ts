import { expect, test } from 'vitest'
import { accentShades, contrastWithWhite, isColor, legibleColor, letterContrast } from '../../lib/text/color'
import { namesSender, senderOf } from '../../lib/text/sender'

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#822ae8', 6.09],
])('white letters on %s stand out %f to 1', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1)
})

test.each(['red', '#fff', '#12345g', '#1234567', ''])('%s is no color', (text) => {
  expect(isColor(text)).toBe(false)
})

// Around the wheel, from near black to what is just legible.
const wheel = [
  '#e00000',
  '#a05000',
  '#607000',
  '#008000',
  '#007878',
  '#0b5fff',
  '#4b0082',
  '#c000a0',
  '#101010',
]

test.each(wheel)('%s becomes shades that can be read in both modes', (color) => {
  const { light, dark } = accentShades(legibleColor(color))
  expect(contrastWithWhite(light['--accent']!)).toBeGreaterThanOrEqual(letterContrast)
  expect(contrastWithWhite(dark['--accent']!)).toBeGreaterThanOrEqual(letterContrast)
  // Against the surfaces of dark mode, which are nearly black.
  expect(21 / contrastWithWhite(dark['--accent']!)).toBeGreaterThanOrEqual(3)
})

test.each(['#ffd400', '#ffffff', '#00ff00', '#ff9999'])(
  '%s has a darker neighbor that is legible',
  (color) => {
    expect(contrastWithWhite(legibleColor(color))).toBeGreaterThanOrEqual(letterContrast)
  },
)

test('the name in MAIL_FROM wins over that of the dashboard', () => {
  expect(senderOf('Acme <a@example.com>', 'Works')).toBe('Acme <a@example.com>')
  for (const bare of ['a@example.com', '<a@example.com>', ' <a@example.com>']) {
    expect(namesSender(bare)).toBe(false)
    expect(senderOf(bare, 'Works, Inc.')).toEqual({ name: 'Works, Inc.', address: 'a@example.com' })
  }
  expect(senderOf('a@example.com')).toBe('a@example.com')
})
