import { describe, expect, test } from 'vitest'
import { initials, initialsColors } from '../../lib/text/initials'
import { listAddress, postAddress } from '../../lib/post/address'
import { countText, totalText } from '../../lib/text/count-text'
import { longDate, relativeTime } from '../../lib/text/dates'
import { plainText } from '../../lib/text/plain-text'

describe('relative time', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  test.each([
    [0, 'Just now'],
    [0.9, 'Just now'],
    [-60, 'Just now'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [86_400, '1 day ago'],
    [6 * 86_400, '6 days ago'],
    [7 * 86_400, '1 week ago'],
    [29 * 86_400, '4 weeks ago'],
    [30 * 86_400, '1 month ago'],
    [364 * 86_400, '12 months ago'],
    [365 * 86_400, '1 year ago'],
    [730 * 86_400, '2 years ago'],
  ])('of %s seconds is %s', (seconds, text) => {
    expect(relativeTime(new Date(now.getTime() - seconds * 1000), now)).toBe(text)
  })
})

test('counts are grouped as US English does', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 123_456, 1_234_567, 1_000_000_000]) {
    expect(countText(count)).toBe(count.toLocaleString('en-US'))
  }
})

test('a count that ended early says that there are more', () => {
  expect(totalText({ total: 10_000, isTotalExact: false })).toBe('10,000+')
  expect(totalText({ total: 10_000, isTotalExact: true })).toBe('10,000')
})

test('dates are long and in US English', () => {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
  for (let day = Date.UTC(2023, 11, 31, 23, 59); day < Date.UTC(2025, 1, 2); day += 86_400_000) {
    expect(longDate(new Date(day))).toBe(format.format(day))
  }
  expect(longDate(new Date('2026-11-20T23:59:00Z'))).toBe('November 20, 2026')
})

describe('initials', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['  one two three ', 'OT'],
    ['élan vital', 'ÉV'],
    ['张 三', '张三'],
    ['🎉 party', '🎉P'],
  ])('of %s are %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })

  test('have one of 26 colors by the first letter, grey and white for anything else', () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
    expect(new Set(letters.map((letter) => initialsColors(letter).background)).size).toBe(26)
    expect(initialsColors('ada')).toEqual(initialsColors('Anything'))
    expect(initialsColors('42')).toEqual({ background: 'oklch(0.52 0 0)', color: 'oklch(1 0 0)' })
  })
})

test.each([
  ['<b>bold</b> text', 'bold text'],
  ['a < b and c > d', 'a < b and c > d'],
  ['I <3 this', 'I <3 this'],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['one<!-- two -->three', 'onethree'],
  ['<img src=x onerror="alert(1)">', ''],
  ['Say <name> or <text in angle brackets>', 'Say <name> or <text in angle brackets>'],
  ['write `<b>` or `a*b*c`', 'write <b> or a*b*c'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['see [the *docs*][d]\n\n[d]: https://example.com', 'see the docs'],
  ['|a|b|\n|-|-|\n|1|2|', 'a b 1 2'],
])('the plain text of %s', (text, plain) => {
  expect(plainText(text, 100)).toBe(plain)
})

test('Markdown becomes a line of plain text, cut at a word', () => {
  expect(plainText('# Title\n\nSome **bold** and [a link](https://example.com).\n\n- item', 100)).toBe(
    'Title Some bold and a link. item',
  )
  expect(plainText('one two three four five', 17)).toBe('one two three...')
  expect(plainText('🎉'.repeat(20), 10)).toBe(`${'🎉'.repeat(7)}...`)
})

test('the address of a list names only what is not the default', () => {
  expect(listAddress({ category: 'bugs' })).toBe('/bugs')
  expect(listAddress({ category: 'bugs', order: 'top' })).toBe('/bugs')
  expect(listAddress({ category: 'bugs', order: 'newest', state: 'planned' })).toBe(
    '/bugs?sort=newest&state=planned',
  )
  expect(listAddress({ state: 'planned' })).toBe('/?view=table&state=planned')
  expect(listAddress({}, '[1]')).toBe('/?view=table&after=WzFd')
})

test('the address of a post is encoded', () => {
  expect(postAddress({ categorySlug: 'bugs', slug: '暗色' })).toBe('/bugs/%E6%9A%97%E8%89%B2')
})
