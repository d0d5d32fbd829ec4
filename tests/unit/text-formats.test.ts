import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { accentShades, contrastWithWhite, isColor, legibleColor, letterContrast } from '../../lib/text/color'
import { namesSender, senderOf } from '../../lib/text/sender'
import { csvLine, readCell } from '@/lib/text/csv'

test.each<[string, (string | number)[], string]>([
  ['plain', ['a', 1, 'b'], 'a,1,b'],
  ['commas and quotes', ['a,b', 'say "hi"'], '"a,b","say ""hi"""'],
  ['lines', ['a\nb', 'c\r\nd'], '"a\nb","c\r\nd"'],
  [
    'formulas',
    ['=1+1', '+1', '-1', '@a', '\tx', '＝1', '\r=1'],
    "'=1+1,'+1,'-1,'@a,\"'\tx\",'＝1,\"'\r'=1\"",
  ],
  ['a formula with commas', ['=HYPERLINK("http://a","b")'], `"'=HYPERLINK(""http://a"",""b"")"`],
  ['negative numbers stay numbers', [-1], '-1'],
  ['nothing', ['', ''], ','],
  ['letters of any script', ['日本語', 'سلام', '🎉'], '日本語,سلام,🎉'],
])('writes %s', (_, values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`)
})

const hostile = [
  'a;=cmd()',
  'a; \u00a0=cmd()',
  'a;"=cmd()"',
  'a;""=cmd()',
  "a;'=cmd()",
  'a;\u200b=cmd()',
  'a;"',
  'a;',
  '";=cmd()',
  'a\t=cmd()',
  'a\n=cmd()',
  'a\r\n+cmd()',
  'a\n\n-cmd()',
  ' =cmd()',
  '\u3000＝cmd()',
  '\ufeff=cmd()',
  '"=cmd()"',
  'a;＠cmd()',
  'a;@cmd();-1;+1',
  '\t=cmd()',
  '\tx',
  "'\tx",
  "''=1",
  "it's; fine",
]

test.each([',', ';', '\t', [',', ';', '\t'], [';', '\t']])(
  'no cell is a formula to a spreadsheet that separates by %j',
  (delimiter) => {
    const file = hostile.map((text) => csvLine([1, text, 'next', text])).join('')
    const rows = parse(file, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][]
    const ignoringQuotes = file.split(/[,;\t\r\n]/)
    const formulas = /^[\s\p{C}"]*[=+\-@＝＋－＠]/u
    expect(rows.flat().filter((cell) => formulas.test(cell))).toEqual([])
    expect(ignoringQuotes.filter((cell) => formulas.test(cell))).toEqual([])
  },
)

test.each([...hostile, '=1', '-', 'a\r\nb', 'plain', ''])('reads %j unchanged', (text) => {
  const [row] = parse(csvLine([text, 'end'])) as string[][]
  expect(row!.map(readCell)).toEqual([text, 'end'])
})

test('takes time proportional to the length of a text', () => {
  for (const text of ['\n', '; ', '\t"', "'"].map((one) => one.repeat(1_000_000))) {
    // Not the time that passes, because other tests run meanwhile.
    const start = process.cpuUsage()
    readCell(csvLine([text]))
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000)
  }
})

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#767676', 4.54],
  ['#822ae8', 6.09],
])('white letters on %s have a contrast of %f to 1', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1)
})

test.each(['red', '#fff', '#12345g', '#1234567', ''])('%s is not a color', (text) => {
  expect(isColor(text)).toBe(false)
})

// Around the color wheel, from near black to barely legible.
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

test.each(wheel)('%s becomes shades that are legible in both modes', (color) => {
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

test('the name in MAIL_FROM takes precedence over the dashboard’s', () => {
  expect(senderOf('Acme <a@example.com>', 'Works')).toBe('Acme <a@example.com>')
  for (const bare of ['a@example.com', '<a@example.com>', ' <a@example.com>']) {
    expect(namesSender(bare)).toBe(false)
    expect(senderOf(bare, 'Works, Inc.')).toEqual({ name: 'Works, Inc.', address: 'a@example.com' })
  }
  expect(senderOf('a@example.com')).toBe('a@example.com')
})
