import { expect, test } from 'vitest'
import { csvLine } from '@/lib/text/csv'

test.each<[string, (string | number)[], string]>([
  ['plain', ['a', 1, 'b'], 'a,1,b'],
  ['commas and quotes', ['a,b', 'say "hi"'], '"a,b","say ""hi"""'],
  ['lines', ['a\nb', 'c\r\nd'], '"a\nb","c\r\nd"'],
  ['formulas', ['=1+1', '+1', '-1', '@a', '\tx', '＝1', '\r=1'], "'=1+1,'+1,'-1,'@a,'\tx,'＝1,\"'\r=1\""],
  ['a formula with commas', ['=HYPERLINK("http://a","b")'], `"'=HYPERLINK(""http://a"",""b"")"`],
  ['negative numbers stay numbers', [-1], '-1'],
  ['nothing', ['', ''], ','],
  ['letters of any script', ['日本語', 'سلام', '🎉'], '日本語,سلام,🎉'],
])('writes %s', (_, values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`)
})
