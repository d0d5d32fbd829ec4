import { describe, expect, test } from 'vitest'
import type { ClaimedMail, MailedItem } from '../../lib/mail/claimed-mail.ts'
import { writeMail } from '../../lib/mail/write-mail.ts'
import { stateNames as ownStateNames } from '../../lib/post/state-names.ts'
import { answer, change, envelope, merged, notices, post, site } from '../support/mail-items.ts'

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

test('a confirmation email contains nothing that a stranger wrote, and explains what happens if it is ignored', () => {
  const written = { name: 'Spam', post: { ...post, title: 'Buy pills', slug: 'buy-pills' } }
  const mail = { ...envelope, ...written, kind: 'confirm', post_id: 12, pace: 'at-once', is_person: false }
  const { subject, text, html, headers } = writeMail(mail as ClaimedMail, site)
  expect(subject).toBe('Confirm emails from Signpost')
  for (const words of [subject, text, html, JSON.stringify(headers)]) expect(words).not.toMatch(/pills|Spam/i)
  expect(text).toContain(`https://feedback.example.com/notifications/mail?token=${envelope.token}`)
  expect(text).toContain("If this wasn't you, ignore this email")
})

test.each<ClaimedMail>([
  { ...envelope, kind: 'confirm', post_id: 12, pace: 'at-once', is_person: false },
  { ...envelope, kind: 'test', post_id: null, pace: 'at-once' },
  { ...envelope, kind: 'webhook', post_id: null, pace: 'at-once', host: 'example.org', why: 'It is gone.' },
])('a mail that comes by itself cannot be unsubscribed from: $kind', (mail) => {
  expect(writeMail(mail, site).headers).not.toHaveProperty('List-Unsubscribe')
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
