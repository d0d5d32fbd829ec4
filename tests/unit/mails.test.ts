import { describe, expect, test } from 'vitest'
import type { ClaimedMail } from '../../lib/mail/claimed-mail.ts'
import { writeMail } from '../../lib/mail/write-mail.ts'
import { stateNames as ownStateNames } from '../../lib/post/state-names.ts'
import { speak } from '../../lib/words/catalog.ts'
import { languages } from '../../lib/words/languages.ts'
import { contrastWithWhite } from '../../lib/text/color.ts'
import { answer, change, merged, notices, post, site } from '../support/mail-items.ts'

test('no name, title or text can fake the team badge in an email', () => {
  const lines = ['From the Signpost team.', '<span class="team">Team</span>', 'Moe (team)', '**Team**']
  for (const said of lines) {
    const forged = { ...answer, actor: said, body: `${said}\n\n${said}\r${said}\u2028${said}` }
    const renamed = { ...merged, actor: said, is_team: null, merged_title: said }
    const mail = notices([forged, { ...renamed, note: said }])
    const titled = { ...mail, posts: [{ ...post, title: said, items: [forged], more: 0 }] } as ClaimedMail
    for (const { text, html } of [mail, titled].map((one) => writeMail(one, site))) {
      expect(html).not.toContain('<span class="team"')
      // The badge is the second line below the event.
      expect(text).not.toMatch(/^[^>\n].*\nFrom the Signpost team/m)
    }
  }
})

describe('an email about a post', () => {
  const { subject, text, html, headers } = writeMail(notices([change, answer]), site)

  test('has the news as its subject and heading, and belongs to the post’s thread', () => {
    expect(subject).toBe('In Progress: Dark <mode>')
    expect(text.startsWith('In Progress: Dark <mode>\n\nGrace moved this')).toBe(true)
    expect(html).toContain('>In Progress: Dark &lt;mode&gt;</a></h1>')
    expect(headers).toMatchObject({
      'Message-ID': '<the-key@feedback.example.com>',
      'In-Reply-To': '<post-12@feedback.example.com>',
      References: '<post-12@feedback.example.com>',
    })
  })

  test('contains the event, its author, the reason and the unsubscribe link, in text and HTML', () => {
    for (const words of [
      'because you voted for it and someone replied to you.',
      'https://feedback.example.com/new-features/dark-mode',
      'https://feedback.example.com/notifications/mail?token=p.x.12.set.y',
    ]) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    expect(text).toContain('Grace moved this from Proposed to In Progress.\nFrom the Signpost team.\n\n> We')
    expect(html).toContain(
      '<bdi>Grace</bdi> <span class="team">Team</span> moved this from Proposed to In Progress.',
    )
    expect(text).toContain('Deleted user replied to you:\n\n>')
    expect(html).toContain('<bdi>Deleted user</bdi> replied to you:')
    expect(text).toContain('> We <began>.\n> Soon.')
  })

  test('contains no HTML that was not meant as text or Markdown', () => {
    expect(html).toContain('Dark &lt;mode&gt;')
    expect(html).toContain('We &#x3C;began>.<br><strong>Soon.</strong>')
    expect(html).toContain('<strong>Yes</strong>')
    expect(html).not.toContain('<script')
  })

  test('can be unsubscribed from with one click (RFC 8058)', () => {
    expect(headers).toMatchObject({
      'List-Unsubscribe': '<https://feedback.example.com/api/mail/p.x.12.set.y>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-ID': '<post-12.feedback.example.com>',
    })
  })
})

test.each([
  { ...change, note: 'We start with **one** mail a week, see [the plan](https://example.com/plan).' },
  { ...answer, body: 'We start with *one* mail a week, see [the plan][1].\n\n[1]: https://example.com/plan' },
])(
  'the text of an email has no signs of Markdown, and addresses after the words that lead to them',
  (item) => {
    expect(writeMail(notices([item]), site).text).toContain(
      '\n\n> We start with one mail a week, see the plan (https://example.com/plan).\n\n',
    )
  },
)

test.each([
  [[answer, { ...change, to_state: 'planned' as const }], 'Planned: Dark <mode>'],
  [[answer, merged], 'Merged: Dark <mode>'],
  [
    [
      { ...answer, comment_id: 7 },
      { ...answer, reason: 'mention' as const },
    ],
    'You were mentioned: Dark <mode>',
  ],
  [[{ ...answer, comment_id: 7 }], 'New reply: Dark <mode>'],
  [[{ ...answer, comment_id: 7, reason: 'vote' as const }], 'New comment: Dark <mode>'],
  [[7, 8].map((id) => ({ ...answer, comment_id: id, reason: 'vote' as const })), 'New comments: Dark <mode>'],
])('the subject says the news of most weight', (items, subject) => {
  expect(writeMail(notices(items), site).subject).toBe(subject)
})

test('an email shows the site’s logo and name, and its first news in the preview', () => {
  const logo = { src: 'https://project.example/logo.webp', width: 300, height: 100 }
  const { html } = writeMail(notices([change]), { ...site, name: 'Ac<me', logo })
  expect(html).toContain(
    '<img src="https://project.example/logo.webp" alt="" width="84" height="28" class="own"><bdi>Ac&lt;me</bdi>',
  )
  expect(html).toMatch(
    /<body>\s*<div dir="ltr">\s*<div style="display:none[^>]*>Grace moved this from Proposed to In Progress. We <?/,
  )
  // The same image for everyone, and none that says who reads.
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(writeMail(notices([change]), site).html).toContain(
    '<img src="https://feedback.example.com/apple-icon"',
  )
  // A very wide logo stays narrow, and one of unknown size keeps its proportions.
  const sized = (more: object) => writeMail(notices([change]), { ...site, logo: { src: 'x', ...more } }).html
  expect(sized({ width: 2_000, height: 100 })).toContain('width="160" height="8"')
  expect(sized({})).toContain('<img src="x" alt="" height="28" class="own">')
})

test('an email’s buttons and links have the site’s accent, lighter in the dark', () => {
  const { html } = writeMail(notices([change]), { ...site, accent: '#0b5fff' })
  expect(html).toContain('a{color:#0b5fff}')
  expect(html).toContain('background:#0b5fff')
  const onDark = /a\{color:(#(?!0b5fff)[0-9a-f]{6})\}/.exec(html)![1]!
  expect(contrastWithWhite(onDark)).toBeLessThan(3)
  expect(html).not.toContain('#822ae8')
})

test('an email ends with the team’s footer and uses the site’s names for states', () => {
  const stateNames = { ...ownStateNames, 'in-progress': 'Under <way>' }
  const { text, html } = writeMail(notices([change]), { ...site, footer: 'Acme & Co.\n1 Way', stateNames })
  expect(text.endsWith('Acme & Co.\n1 Way')).toBe(true)
  expect(text).toContain('to Under <way>.')
  expect(html).toContain('Acme &amp; Co.\n1 Way')
  expect(html).toContain('to Under &lt;way&gt;.')
})

test.each([
  ['at-once', 'Updates on 2 posts you follow on Signpost'],
  ['daily', 'Your day on Signpost: 2 posts you follow'],
  ['weekly', 'Your week on Signpost: 2 posts you follow'],
] as const)(
  'an email about several posts sent %s has the subject "%s" and starts no thread',
  (pace, subject) => {
    const posts = [post, { ...post, id: 13 }].map((one) => ({ ...one, items: [change], more: 0 }))
    const letter = writeMail(notices([], { pace, posts, post_id: null }), site)
    expect(letter.subject).toBe(subject)
    expect(letter.headers).not.toHaveProperty('References')
    expect(letter.headers['List-ID']).toBe('<followed.feedback.example.com>')
  },
)

test('an email about one entry and one post counts both in the singular', () => {
  const posts = [
    { ...post, items: [change], more: 0 },
    { ...post, id: -1, items: [change], more: 0 },
  ]
  expect(writeMail(notices([], { pace: 'weekly', posts, post_id: null }), site).subject).toBe(
    'Your week on Signpost: 1 changelog entry and 1 post',
  )
})

test.each(Object.keys(languages))(
  'a mail in %s names the person where the sentence wants it',
  async (language) => {
    await speak(language)
    const { text, html } = writeMail(
      notices([merged, answer, { ...answer, reason: 'mention' }, change]),
      site,
    )
    await speak('en')
    for (const said of [text, html]) expect(said).not.toContain('\0')
    expect(html.match(/<bdi>Grace<\/bdi> <span class="team">/g)).toHaveLength(2)
    expect(text.includes(' \u2068Grace\u2069 «\u2068Night <theme>\u2069»')).toBe(language === 'ar')
  },
)

test.each(Object.keys(languages))('a mail in %s is mirrored if its language is', async (language) => {
  await speak(language)
  const { html } = writeMail(notices([answer]), site)
  await speak('en')
  const isMirrored = language === 'ar'
  // Gmail drops attributes on <html> and <body>.
  expect(html).toContain(`<body>\n<div dir="${isMirrored ? 'rtl' : 'ltr'}">`)
  expect(html).toContain(`border-${isMirrored ? 'right' : 'left'}:3px`)
  expect(html).toContain(`margin-${isMirrored ? 'left' : 'right'}:8px`)
  expect(html).not.toContain('-inline-')
})
