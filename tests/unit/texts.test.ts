import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { postAddress } from '../../lib/post/address'
import { listAddress } from '../../lib/post/address'
import { countText, totalText } from '../../lib/words/count-text'
import { callingName, fillAnswer } from '../../lib/text/fill-answer.ts'
import { initials, initialsColors } from '../../lib/text/initials'
import { longDate } from '../../lib/text/dates'
import { findMention, mentionedIn } from '../../lib/text/mention'
import { markdownText } from '../../lib/text/markdown-text'
import { plainText } from '../../lib/text/plain-text'
import { nextQuarters, quarterText } from '../../lib/text/quarters.ts'
import { relativeTime } from '../../lib/text/relative-time'
import { fontCoverage } from '@/lib/publish/font-coverage'
import { drawableText } from '@/lib/text/drawable-text'

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

test('a count that stopped early shows that there are more', () => {
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
  ['Browser: Firefox\\\nSystem: Linux', 'Browser: Firefox · System: Linux'],
  ['one\ntwo', 'one two'],
  ['Please\n\n- one,\n- two', 'Please one · two'],
  ['- one\n  - two\n- three.\n- four', 'one · two · three. four'],
  ['|a|b|\n|-|-|\n|1|2|', 'a b · 1 2'],
])('the plain text of %s', (text, plain) => {
  expect(plainText(text, 100)).toBe(plain)
})

test('Markdown becomes a line of plain text, cut at a word', () => {
  expect(plainText('# Title\n\nSome **bold** and [a link](https://example.com).\n\n- item', 100)).toBe(
    'Title · Some bold and a link. item',
  )
  expect(plainText('Steps:\n\n1. Open it,\n2. Close it\n\nThen wait.', 100)).toBe(
    'Steps: Open it · Close it · Then wait.',
  )
  expect(plainText('one two three four five', 17)).toBe('one two three...')
  expect(plainText('🎉'.repeat(20), 10)).toBe(`${'🎉'.repeat(7)}...`)
})

test.each([
  ['one\ntwo\\\nthree\n\nfour', 'one\ntwo\nthree\n\nfour'],
  ['# Title\n***\nSome `code` and <b>', 'Title\n\n---\n\nSome code and <b>'],
  ['Please:\n- one\n  - two\n- > three\n  > four', 'Please:\n\n- one\n  - two\n- > three\n  > four'],
  ['9. one\n10. two\n\n    three', '9. one\n10. two\n    three'],
  ['- [x] *done*\n- [ ] open', '- ☑ done\n- ☐ open'],
  ['```\n  code\n\n**kept**\n```', '  code\n\n**kept**'],
  ['|a|b|\n|-|-|\n|1|**2**|', 'a | b\n1 | 2'],
  [
    '[here](/bugs) and ![there](https://a.test/b.png)',
    'here (https://x.test/bugs) and there (https://a.test/b.png)',
  ],
  ['www.a.test, <https://b.test> and me@c.test', 'www.a.test, https://b.test and me@c.test'],
  ['[https://a.test](https://b.test)', 'https://a.test (https://b.test/)'],
])('the lines of text of %j', (markdown, text) => {
  expect(markdownText(markdown, 'https://x.test')).toBe(text)
})

test('a list’s address contains only differences from the default', () => {
  expect(listAddress({ category: 'bugs' })).toBe('/bugs')
  expect(listAddress({ category: 'bugs', order: 'top' })).toBe('/bugs')
  expect(listAddress({ category: 'bugs', order: 'newest', state: 'planned' })).toBe(
    '/bugs?sort=newest&state=planned',
  )
  expect(listAddress({ state: 'planned' })).toBe('/all?state=planned')
  expect(listAddress({ view: 'map' })).toBe('/')
  expect(listAddress({ view: 'map', category: 'bugs' })).toBe('/?category=bugs')
  expect(listAddress({ view: 'table', state: 'planned' })).toBe('/?view=table&state=planned')
})

test('without scripts, a list of the roadmap continues among all feedback', () => {
  expect(listAddress({ view: 'table', order: 'newest' }, '[1]')).toBe('/all?sort=newest&after=WzFd')
  expect(listAddress({ view: 'map', category: 'bugs' }, '[1]')).toBe('/bugs?after=WzFd')
})

test('the address of a post is encoded', () => {
  expect(postAddress({ categorySlug: 'bugs', slug: '暗色' })).toBe('/bugs/%E6%9A%97%E8%89%B2')
})

test('a quarter is written in a readable form', () => {
  expect(quarterText('2027-Q1')).toBe('Q1 2027')
})

test('the next quarters begin with the current one, in UTC, across the year', () => {
  expect(nextQuarters(new Date('2026-12-31T23:59:59Z'), 3)).toEqual(['2026-Q4', '2027-Q1', '2027-Q2'])
  expect(nextQuarters(new Date('2027-01-01T00:00:00Z'), 1)).toEqual(['2027-Q1'])
  expect(nextQuarters(new Date('2027-07-01T00:00:00+02:00'), 1)).toEqual(['2027-Q2'])
})

const words = { name: 'Ada', title: 'Dark $& mode', state: 'Planned', site: '{name}' }

describe('a saved reply', () => {
  test('has its placeholders filled, as often as they occur', () => {
    expect(fillAnswer('Hi {name}, “{title}” is {state}. {title}!', words)).toBe(
      'Hi Ada, “Dark $& mode” is Planned. Dark $& mode!',
    )
  })

  test('fills no placeholder inside inserted text', () => {
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
])('addresses %j as %s', (name, called) => {
  expect(callingName(name)).toBe(called)
})

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
])('%s is shown as %s', (text, drawn) => {
  expect(drawableText(text, canDraw)).toBe(drawn)
})

test.each([
  ['@', 1, 0, ''],
  ['Hello @Ro', 9, 6, 'Ro'],
  ['(@Robin Te', 10, 1, 'Robin Te'],
  ['one\n@Ö', 6, 4, 'Ö'],
  ['@Ann and @Bo', 12, 9, 'Bo'],
  ['@Robin later', 3, 0, 'Ro'],
])('%j with the cursor at %i is a mention', (text, cursor, start, typed) => {
  expect(findMention(text, cursor)).toEqual({ start, typed })
})

test.each([
  ['', 0],
  ['no name', 7],
  ['me@example.com', 14],
  ['@ space', 7],
  ['@Robin\nnext line', 16],
  ['@a name of very many words', 26],
  [`@${'a'.repeat(70)}`, 71],
  ['@Robin', 0],
])('%j with the cursor at %i is not a mention', (text, cursor) => {
  expect(findMention(text, cursor)).toBeNull()
})

test('finds a mention at the end of a long text quickly', () => {
  const text = '@'.repeat(2_500)
  const start = performance.now()
  for (let round = 0; round < 1_000; round++) findMention(text, text.length)
  expect(performance.now() - start).toBeLessThan(5_000)
})

const ann = { id: 'a', name: 'Ann' }
const robin = { id: 'r1', name: 'Robin' }
const otherRobin = { id: 'r2', name: 'Robin' }

test.each([
  ['a name that still stands there', '@Ann, yes', [ann], ['a']],
  ['a name that was taken out again', 'yes', [ann], []],
  [
    'one of two people with the same name: the one chosen last',
    'as @Robin says',
    [robin, otherRobin],
    ['r2'],
  ],
  ['both where the name stands twice', '@Robin and @Robin', [robin, otherRobin], ['r1', 'r2']],
  ['somebody chosen twice', '@Ann and @Ann', [ann, ann], ['a']],
  ['nobody whose name was only typed', '@Ann and @Robin', [ann], ['a']],
])('calls %s', (_, text, chosen, ids) => {
  expect(mentionedIn(text, chosen)).toEqual(ids)
})
