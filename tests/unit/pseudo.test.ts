import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { stretchMessage } from '@/lib/words/pseudo'
import { speak } from '@/lib/words/catalog'
import type { Message } from '@/lib/words/state'
import { t, tParts } from '@/lib/words/t'

const stretch = (text: string) => stretchMessage(compile(text) as Message)

test('text gets longer, also inside plurals and tags, while names and numbers stay', () => {
  expect(stretch('Save it')).toBe('Sååvéé îît')
  expect(stretch('{count, plural, one {# vote} other {# votes}}')).toEqual([
    ['count', 2, { one: [0, ' vôôtéé'], other: [0, ' vôôtéés'] }],
  ])
  expect(stretch('on <b>{title}</b>')).toEqual(['ôôn ', ['b', ['title']]])
})

test('what is put into a text from right to left keeps its own direction', async () => {
  await speak('ar')
  expect(t('shell.errorPage.notFound', { pathname: '/a/b' })).toContain('\u2068/a/b\u2069')
  expect(t('category.list.allFeedback')).not.toContain('\u2068')
  for (const key of ['pages.layout.roadmap', 'publish.pageMetadata.roadmap', 'publish.feeds.text'] as const)
    expect(t(key, { site: 'Acme', value: 'C++' })).not.toContain('\u2068')
  expect(tParts('dashboard.reportedRow.hide', { isComment: true, title: 'C++' })).toContain('\u2068')
  const [inTag] = tParts<string>('account.isForAccount', {
    email: 'kim@example.com',
    b: (parts) => parts.join(''),
  }).filter((part) => part.includes('@'))
  expect(inTag).toBe('kim@example.com')
  await speak('en')
  expect(t('shell.errorPage.notFound', { pathname: '/a/b' })).toBe('Page not found: /a/b')
})
