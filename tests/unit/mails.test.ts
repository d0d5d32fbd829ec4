import { describe, expect, test } from 'vitest'
import type { ClaimedMail, MailedItem } from '../../lib/mail/claimed-mail.ts'
import { writeMail } from '../../lib/mail/write-mail.ts'
import { stateNames as ownStateNames } from '../../lib/post/state-names.ts'
import { mailEventSchema } from '../../lib/schemas/mail-event.ts'
import { hasSecret } from '../../lib/publish/check-secret.ts'
import { speak } from '../../lib/words/catalog.ts'
import { languages } from '../../lib/words/languages.ts'

const site = { url: 'https://feedback.example.com', name: 'Signpost' }
const post = { id: 12, title: 'Dark <mode>', slug: 'dark-mode', category_slug: 'new-features' }
const envelope = {
  id: 1,
  attempt: 1,
  key: 'the-key',
  to: 'a@example.com',
  name: 'Ada',
  token: 'p.x.12.set.y',
  is_person: true,
}
const change: MailedItem = {
  kind: 'post.state',
  reason: 'vote',
  comment_id: null,
  body: null,
  from_state: 'proposed',
  to_state: 'in-progress',
  note: 'We <began>.\n**Soon.**',
  merged_title: null,
  actor: 'Grace',
  is_team: true,
}
const answer: MailedItem = {
  ...change,
  kind: 'comment.created',
  reason: 'reply',
  note: null,
  body: '**Yes** <script>alert(1)</script>',
  actor: null,
  is_team: null,
}
const merged: MailedItem = {
  ...change,
  kind: 'post.merged',
  from_state: null,
  to_state: null,
  note: null,
  merged_title: 'Night <theme>',
}
const notices = (
  items: MailedItem[],
  more: Partial<Extract<ClaimedMail, { kind: 'notices' }>> = {},
): ClaimedMail => ({
  ...envelope,
  kind: 'notices',
  post_id: 12,
  pace: 'at-once',
  posts: [{ ...post, items, more: 0 }],
  more_posts: 0,
  ...more,
})

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

test('an email about a webhook names it, why it was turned off, and where to turn it on', () => {
  const { subject, text, html } = writeMail(
    { ...envelope, kind: 'webhook', post_id: null, pace: 'at-once', host: 'a.example', why: 'It <failed>.' },
    site,
  )
  expect(subject).toBe('Signpost: the webhook to a.example was turned off')
  for (const words of [
    'It <failed>.',
    'https://feedback.example.com/dashboard/webhooks',
    "because you're an admin",
  ]) {
    expect(text).toContain(words)
  }
  expect(html).toContain('It &lt;failed&gt;.')
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
    expect(text).toContain('> We <began>.\n> **Soon.**')
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
    /<body>\s*<div style="display:none[^>]*>Grace moved this from Proposed to In Progress. We <?/,
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

describe('an email about a merge', () => {
  const url = 'https://feedback.example.com/new-features/dark-mode'

  test.each([
    ['post', 'you wrote a post that was merged into it'],
    ['comment', 'you commented on a post that was merged into it'],
    ['vote', 'you voted for a post that was merged into it'],
    ['follow', 'you follow a post that was merged into it'],
  ] as const)('names both posts, who merged them, and the reason: %s', (reason, words) => {
    const { subject, text, html } = writeMail(notices([{ ...merged, reason }]), site)
    expect(subject).toBe('Merged: Dark <mode>')
    expect(text).toContain(
      `Merged: Dark <mode>\n\nGrace merged “Night <theme>” into this post.\nFrom the Signpost team.\n\n${url}\n\n-- `,
    )
    expect(html).toContain(
      '<bdi>Grace</bdi> <span class="team">Team</span> merged “Night &lt;theme&gt;” into this post.</p>',
    )
    expect(html).toContain(`href="${url}">View post</a>`)
    expect(html).not.toContain('class="note"')
    for (const said of [text, html])
      expect(said).toContain(`You received this email about this post because ${words}.`)
  })

  test('about several posts and other events gives each reason once', () => {
    const posts = [13, 14].map((id) => ({ ...post, id, items: [merged, merged, change], more: 0 }))
    expect(writeMail(notices([], { posts, post_id: null }), site).text).toContain(
      'because you voted for posts that were merged into them and you voted for them.',
    )
  })

  test('tells an address that its post was merged, unless it has other news, too', () => {
    const toAddress = (items: MailedItem[]) => writeMail(notices(items, { is_person: false }), site).text
    expect(toAddress([merged])).toContain('because a post you follow by email was merged into another one.')
    expect(toAddress([merged, change])).toContain('because you follow this post by email.')
  })
})

describe('an email about comments', () => {
  const url = 'https://feedback.example.com/new-features/dark-mode'
  const [first, second] = [
    { ...answer, comment_id: 7 },
    { ...answer, comment_id: 8 },
  ]

  test.each([
    [[first], 'View comment'],
    [[change, first, second], 'View first new comment'],
  ])('links to the first comment, and to each', (items, words) => {
    const { text, html } = writeMail(notices(items), site)
    expect(text).toContain(`${words}: ${url}#comment-7\n\n${url}\n`)
    expect(html).toContain(`<a class="button" href="${url}#comment-7">${words}</a>`)
    for (const { comment_id } of items.filter((item) => item.comment_id !== null))
      expect(html).toContain(
        `<a href="${url}#comment-${comment_id}"><bdi>Deleted user</bdi> replied to you:</a>`,
      )
  })

  test('about several posts links to each comment, and to the post where only its state changed', () => {
    const posts = [
      { ...post, items: [first, second], more: 0 },
      { ...post, id: 13, slug: 'other', items: [change], more: 0 },
    ]
    const { text, html } = writeMail(notices([], { pace: 'daily', posts, post_id: null }), site)
    expect(text.match(/#comment-\d+/g)).toEqual(['#comment-7'])
    expect(html).toContain(`<a href="${url}#comment-7">View first new comment</a>`)
    expect(writeMail(notices([change]), site).html).toContain(`href="${url}">View post</a>`)
  })
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

test('a confirmation email contains nothing that a stranger wrote', () => {
  const written = { name: 'Spam', post: { ...post, title: 'Buy pills', slug: 'buy-pills' } }
  const mail = {
    ...envelope,
    ...written,
    kind: 'confirm',
    post_id: 12,
    pace: 'at-once',
    is_person: false,
  } as ClaimedMail
  const { subject, text, html, headers } = writeMail(mail, site)
  expect(subject).toBe('Confirm emails from Signpost')
  for (const words of [subject, text, html, JSON.stringify(headers)]) {
    expect(words).not.toMatch(/pills|Spam/i)
  }
  expect(text).toContain(`https://feedback.example.com/notifications/mail?token=${envelope.token}`)
})

test('a confirmation email has no unsubscribe link and explains what happens if it is ignored', () => {
  const mail: ClaimedMail = {
    ...envelope,
    kind: 'confirm',
    post_id: 12,
    pace: 'at-once',
    is_person: false,
  }
  const { text, headers } = writeMail(mail, site)
  expect(headers).not.toHaveProperty('List-Unsubscribe')
  expect(text).toContain("If it wasn't you, ignore this email")
})

test.each<ClaimedMail>([
  { ...envelope, kind: 'test', post_id: null, pace: 'at-once' },
  { ...envelope, kind: 'webhook', post_id: null, pace: 'at-once', host: 'example.org', why: 'It is gone.' },
])('a mail that comes by itself cannot be unsubscribed from: $kind', (mail) => {
  expect(writeMail(mail, site).headers).not.toHaveProperty('List-Unsubscribe')
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
    expect(text.includes(' Grace «Night <theme>»')).toBe(language === 'ar')
  },
)

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

test('the summary spells out counts and goes to the team', () => {
  const mail: ClaimedMail = {
    ...envelope,
    kind: 'summary',
    post_id: null,
    pace: 'at-once',
    new_posts: 1,
    new_comments: 2,
    new_votes: 0,
    proposed: 1,
    failed_mails: 1,
    waiting: 2,
    newest: [{ ...post, votes_total: 1, author: null }],
  }
  const { subject, text } = writeMail(mail, site)
  expect(text).toContain("because you're on the Signpost team.")
  const stateNames = { ...ownStateNames, proposed: 'Ideas' }
  expect(writeMail(mail, { ...site, stateNames }).text).toContain('is still Ideas.')
  expect(subject).toBe('Signpost today: 1 new post')
  expect(text).toContain(
    'New today: 1 post, 2 comments, 0 votes.\n\n1 post is still Proposed.\n\n2 to review under Reports: https://feedback.example.com/dashboard/reports\n\n1 email failed',
  )
})

describe('reports from email providers', () => {
  const address = 'gone@example.com'
  const sns = (message: object) => ({ Type: 'Notification', Message: JSON.stringify(message) })
  test.each([
    ['a plain bounce', { address, reason: 'bounce' }, 'bounce'],
    ['Postmark, gone', { RecordType: 'Bounce', Type: 'HardBounce', Email: address }, 'bounce'],
    ['Postmark, full', { RecordType: 'Bounce', Type: 'SoftBounce', Email: address }, null],
    ['Postmark, complaint', { RecordType: 'SpamComplaint', Email: address }, 'complaint'],
    ['SendGrid', [{ event: 'bounce', email: address }], 'bounce'],
    ['SendGrid, blocked', [{ event: 'bounce', type: 'blocked', email: address }], null],
    ['SendGrid, complaint', [{ event: 'spamreport', email: address }], 'complaint'],
    ['SendGrid, delivered', [{ event: 'delivered', email: address }], null],
    ['Mailgun', { 'event-data': { event: 'failed', severity: 'permanent', recipient: address } }, 'bounce'],
    [
      'Mailgun, for now',
      { 'event-data': { event: 'failed', severity: 'temporary', recipient: address } },
      null,
    ],
    ['Resend', { type: 'email.bounced', data: { to: [address] } }, 'bounce'],
    ['Resend, complaint', { type: 'email.complained', data: { to: [address] } }, 'complaint'],
    [
      'SES',
      sns({ bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] } }),
      'bounce',
    ],
    [
      'SES, for now',
      sns({ bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: address }] } }),
      null,
    ],
    [
      'SES, complaint',
      sns({ complaint: { complainedRecipients: [{ emailAddress: address }] } }),
      'complaint',
    ],
  ])('%s', (_service, body, reason) => {
    expect(mailEventSchema.parse(body)).toEqual(reason ? [{ address, reason }] : [])
  })

  test.each([
    [null],
    ['text'],
    [{}],
    [{ address, reason: 'dislike' }],
    [{ Type: 'Notification', Message: '{' }],
    [{ address: [address], reason: 'bounce' }],
    [JSON.parse(`{"__proto__": {"address": "${address}", "reason": "bounce"}}`)],
  ])('%j is none of it', (body) => {
    expect(mailEventSchema.safeParse(body).success).toBe(false)
  })

  test.each(['', 'gone', 'a b@example.com', 'a\0@example.com', 'a@b@example.com'])(
    '%j is not an address, and the message’s other addresses count',
    (wrong) => {
      const body = { type: 'email.bounced', data: { to: [wrong, address] } }
      expect(mailEventSchema.parse(body)).toEqual([{ address, reason: 'bounce' }])
    },
  )

  test('a message contains at most a thousand addresses', () => {
    const naming = (count: number) => ({ type: 'email.bounced', data: { to: Array(count).fill(address) } })
    expect(mailEventSchema.safeParse(naming(1_000)).success).toBe(true)
    for (const body of [naming(1_001), [naming(501), naming(500)]])
      expect(mailEventSchema.safeParse(body).success).toBe(false)
  })
})

test.each([
  ['Bearer the-secret-of-the-jobs', true],
  ['bearer the-secret-of-the-jobs', true],
  [`Basic ${btoa('any:the-secret-of-the-jobs')}`, true],
  ['Bearer the-secret-of-the-job', false],
  ['Bearer', false],
  [`Basic ${btoa('the-secret-of-the-jobs:')}`, false],
  ['', false],
])('a request with the authorization "%s" brings the secret: %s', (authorization, brings) => {
  const request = new Request('https://feedback.example.com/api/jobs', { headers: { authorization } })
  expect(hasSecret(request, 'the-secret-of-the-jobs')).toBe(brings)
})

describe('an email about a changelog entry', () => {
  const entry: MailedItem = {
    ...change,
    kind: 'changelog.published',
    reason: 'vote',
    from_state: null,
    to_state: null,
    note: null,
    body: 'It is **here**.',
  }
  const told = { id: -7, title: 'Dark <mode> is here', slug: 'dark-mode', category_slug: 'changelog' }
  const mail = (reason: MailedItem['reason'], more: Parameters<typeof notices>[1] = {}) =>
    notices([], { post_id: -7, posts: [{ ...told, items: [{ ...entry, reason }], more: 0 }], ...more })

  test('contains its title and text, and links to it', () => {
    const { subject, text, html, headers } = writeMail(mail('vote'), site)
    expect(subject).toBe('Signpost: Dark <mode> is here')
    expect(text).toContain('https://feedback.example.com/changelog/dark-mode')
    expect(text).toContain('because you voted for a post linked to this entry.')
    expect(text).not.toContain('Grace')
    expect(html).toContain('<strong>here</strong>')
    expect(html).toContain('Dark &lt;mode&gt; is here')
    expect(headers['List-ID']).toBe('<changelog-7.feedback.example.com>')
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  test.each([
    [true, 'You received this email because you subscribe to the changelog.'],
    [false, 'You received this email because you subscribe to the changelog.'],
  ])('gives the reason to a subscriber (person: %s)', (is_person, words) => {
    expect(writeMail(mail('changelog', { is_person }), site).text).toContain(words)
  })

  test('counts entries and posts separately in a summary', () => {
    const other = { ...post, items: [change], more: 0 }
    const both = mail('changelog', { post_id: null, pace: 'daily' })
    if (both.kind !== 'notices') throw new Error('Not a mail about posts.')
    const { subject } = writeMail({ ...both, posts: [...both.posts, other] }, site)
    expect(subject).toBe('Your day on Signpost: 1 changelog entry and 1 post')
  })

  test('has its own confirmation text', () => {
    const { text } = writeMail({ ...envelope, kind: 'confirm', post_id: null, pace: 'at-once' }, site)
    expect(text).toContain("when there's something new in the changelog")
  })
})
