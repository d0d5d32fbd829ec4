import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
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

test.each([...hostile, '=1', '-', 'a\r\nb', 'plain', ''])('reads %j back as it was', (text) => {
  const [row] = parse(csvLine([text, 'end'])) as string[][]
  expect(row!.map(readCell)).toEqual([text, 'end'])
})

test('takes a time that grows with the length of a text alone', () => {
  for (const text of ['\n', '; ', '\t"', "'"].map((one) => one.repeat(1_000_000))) {
    const start = performance.now()
    readCell(csvLine([text]))
    expect(performance.now() - start).toBeLessThan(5_000)
  }
})
