import { expect, test } from 'vitest'
import { writeMail } from '../../lib/mail/write-mail.ts'
import { answer, change, merged, notices, post, site } from '../support/mail-items.ts'

test('an email gives the number of events that it leaves out', () => {
  const posts = [{ ...post, items: [change], more: 16 }]
  for (const more of [{ posts }, { posts: [...posts, { ...posts[0]!, id: 13 }], more_posts: 2 }]) {
    const { text, html } = writeMail(notices([], more), site)
    for (const words of [text, html]) expect(words).toContain('And 16 more updates on this post.')
  }
  const several = { posts: [...posts, { ...posts[0]!, id: 13 }], more_posts: 2, post_id: null }
  const { subject, text, html } = writeMail(notices([], several), site)
  expect(subject).toBe('Updates on 4 posts you follow on Signpost')
  expect(text).toContain('2 more posts: https://feedback.example.com/notifications')
  expect(html).toContain('<a href="https://feedback.example.com/notifications">2 more posts</a>')
  // The page is for members.
  expect(writeMail(notices([], { ...several, is_person: false }), site).text).toContain(
    '2 more posts: https://feedback.example.com\n',
  )
})

test.each([
  ['long comments', { ...answer, reason: 'follow' as const, body: 'Words and words. '.repeat(110) }],
  ['comments in wide letters', { ...answer, reason: 'follow' as const, body: '漢字'.repeat(1_000) }],
  ['comments of many elements', { ...answer, reason: 'follow' as const, body: '- *a* `b`\n'.repeat(200) }],
  ['long notes', { ...change, note: 'Notes & notes. '.repeat(130) }],
])('a mail of thirty posts with %s is one that programs show whole', (_, item) => {
  const posts = Array.from({ length: 30 }, (__, id) => ({
    ...post,
    id,
    title: `Post ${id} ${'x'.repeat(120)}`,
    items: [...Array.from({ length: 11 }, () => ({ ...item })), change],
    more: 5,
  }))
  const { html, text } = writeMail(notices([], { post_id: null, pace: 'daily', posts }), site)
  expect(Buffer.byteLength(html)).toBeLessThan(100_000)
  expect(html).toContain('Unsubscribe</a>')
  for (const { title } of posts) expect(html).toContain(`${title}</a></h2>`)
  // Decisions come before comments.
  expect(html.split('In Progress').length).toBeGreaterThan(30)
  const items = text.match(/^(Deleted user replied to|Deleted user commented|Grace)/gm)!.length
  const more = [...text.matchAll(/And (\d+) more updates? on this post/g)].map(([, count]) => Number(count))
  expect(items + more.reduce((sum, count) => sum + count, 0)).toBe(30 * (12 + 5))
})

test.each([
  ['links within the site', { ...answer, body: '[a](/b) '.repeat(312) }],
  ['signs that HTML spells out', { ...change, note: '"'.repeat(1_000) }],
  ['names that HTML spells out', { ...answer, body: 'x', actor: '"'.repeat(80) }],
  ['titles that HTML spells out', { ...merged, merged_title: '"'.repeat(140), actor: '"'.repeat(80) }],
  ['lines and nothing else', { ...answer, body: '***\n'.repeat(625) }],
  ['pictures for words', { ...change, note: '👍'.repeat(1_000), actor: '👍'.repeat(80) }],
])('however many posts tell of %s, programs show the mail whole', (_, item) => {
  for (const count of [1, 2, 3, 5, 10, 30]) {
    const posts = Array.from({ length: count }, (__, id) => ({
      ...post,
      id,
      title: '"'.repeat(140),
      slug: 'x'.repeat(72),
      items: Array.from({ length: 12 }, () => ({ ...item })),
      more: 0,
    }))
    const { html } = writeMail(notices([], { post_id: null, pace: 'daily', posts }), site)
    expect(Buffer.byteLength(html), `${count} posts`).toBeLessThan(100_000)
  }
})

test('when space is short, a merge comes before comments', () => {
  const item = { ...answer, reason: 'follow' as const, body: 'Words and words. '.repeat(110) }
  const posts = Array.from({ length: 30 }, (_, id) => ({ ...post, id, items: [item, merged], more: 0 }))
  const { html } = writeMail(notices([], { post_id: null, pace: 'daily', posts }), site)
  expect(html.split('merged “Night').length - 1).toBe(30)
})

test('a shortened comment is plain text without Markdown', () => {
  const item = { ...answer, body: `\\# \\*Signs\\* and \`<b>code</b>\` ${'änd wörds ünd '.repeat(170)}` }
  const posts = Array.from({ length: 30 }, (_, id) => ({ ...post, id, items: [item], more: 0 }))
  const { html, text } = writeMail(notices([], { post_id: null, pace: 'daily', posts }), site)
  expect(html).toContain('<p class="plain"># *Signs* and &lt;b&gt;code&lt;/b&gt; änd wörds')
  expect(text).toContain('> # *Signs* and <b>code</b> änd wörds')
})

test('an email about one post quotes twelve long comments in full', () => {
  const body = 'Words and words. '.repeat(117)
  const { text, html } = writeMail(notices(Array.from({ length: 12 }, () => ({ ...answer, body }))), site)
  expect(html.split(body.trim()).length - 1).toBe(12)
  expect(text).not.toContain('more on this post')
})
