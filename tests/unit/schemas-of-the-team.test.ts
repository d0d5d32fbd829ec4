import { describe, expect, test } from 'vitest'
import { importBytes, uploadProblem } from '../../lib/schemas/import'
import { invitationSchema } from '../../lib/schemas/invitation'
import { siteSchema } from '../../lib/schemas/site'
import { testTable } from '../support/test-table'

testTable([
  ['ideas.CSV', 1, ''],
  ['board.zip', importBytes, ''],
  ['ideas.csv', 0, 'This file is empty.'],
  ['ideas.csv', importBytes + 1, 'larger than 50 MB'],
  ['file-ideas.xlsx', 1, 'Save the spreadsheet as CSV'],
  ['ideas.xls', 1, 'Save the spreadsheet as CSV'],
  ['ideas.pdf', 1, 'Choose a CSV, JSON or JSON Lines file'],
  ['ideas', 1, 'Choose a CSV, JSON or JSON Lines file'],
])('a file to import is checked before it is sent: %s', (name, size, problem) => {
  const found = uploadProblem({ name, size })
  if (problem) expect(found).toContain(problem)
  else expect(found).toBe('')
})

describe('the address of a website', () => {
  const address = siteSchema.shape.marketingUrl
  test('gets https:// if it has no scheme', () => {
    const cases = {
      ' fakturo.test ': 'https://fakturo.test',
      'www.example.com/terms?of=use': 'https://www.example.com/terms?of=use',
      'müller.example': 'https://müller.example',
      'http://example.com': 'http://example.com',
      'https://example.com:8080/a@b': 'https://example.com:8080/a@b',
      '': '',
    }
    for (const [given, stored] of Object.entries(cases)) expect(address.parse(given), given).toBe(stored)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(document.cookie)',
    'javascript://example.com/%0aalert(1)',
    'javascript.x:alert(1)',
    'data:text/html,x.y',
    'mailto:kim@example.com',
    'kim@example.com',
    'ftp://example.com',
    '//example.com',
    '/terms.html',
    'our website',
    'example.com/<b>',
    `example.com/${'x'.repeat(300)}`,
  ])('is refused: %s', (given) => expect(address.safeParse(given).success).toBe(false))
})

test('an invitation names the addresses that are wrong', () => {
  const problemWith = (addresses: string) =>
    invitationSchema.safeParse({ addresses, role: 'admin' }).error?.issues.map(({ message }) => message)
  expect(problemWith('kim@example.com, sam@example.org')).toBeUndefined()
  expect(problemWith('kim@example.com\nsam@example')).toEqual(['Not a valid email address: sam@example'])
  expect(problemWith('sam@example, kim@example.com; lee.example.org')).toEqual([
    'Not a valid email address: sam@example, lee.example.org',
  ])
  expect(problemWith(' , ')).toEqual(['Enter email addresses, such as kim@example.com.'])
})
